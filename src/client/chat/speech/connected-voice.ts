import { errorText, fetchOk } from '#client/lib/http.ts'
import type { Say } from './speaker.ts'
import type { SpokenSentence } from './speech-state.ts'

/**
 * Two elements that take turns, one that plays and one that loads the next sentence. They are used again because some
 * browsers play only elements that a press of the user has started before.
 */
const players = typeof Audio === 'undefined' ? [] : [new Audio(), new Audio()]
let prepared: { sentence: SpokenSentence; player: HTMLAudioElement } | null = null

/** Loads the sound of a sentence, which begins to play when it is spoken. */
export function prepareConnected(sentence: SpokenSentence): HTMLAudioElement {
  const player = players.shift() ?? new Audio()
  players.push(player)
  player.preload = 'auto'
  player.src = sentence.address ?? ''
  prepared = { sentence, player }
  return player
}

/** Speaks with the voice of a connected service: the element plays the sound while it arrives. */
export const sayConnected: Say = (sentence, { onSound, onEnd }) => {
  const player = prepared?.sentence === sentence ? prepared.player : prepareConnected(sentence)
  let isOver = false
  const end = (failure?: string) => {
    if (isOver) return
    isOver = true
    release(player)
    onEnd(failure)
  }
  player.playbackRate = sentence.voice.rate
  player.onplaying = onSound
  player.onended = () => end()
  player.onerror = () => void findFailure(sentence.address ?? '').then(end)
  player.play().catch(() => {
    // What is wrong with the sound is told by `onerror`. Without an error, the browser does not allow sound now.
    if (!player.error) end('Your browser does not play sound until you press something on this page.')
  })
  return () => {
    isOver = true
    release(player)
  }
}

/** Ends the request too. */
function release(player: HTMLAudioElement): void {
  player.onplaying = null
  player.onended = null
  player.onerror = null
  player.pause()
  player.removeAttribute('src')
  player.load()
}

/** An element does not tell why its sound failed: the server says it when it is asked again. */
async function findFailure(address: string): Promise<string> {
  try {
    const response = await fetchOk(address)
    await response.body?.cancel()
    return 'The sound broke off.'
  } catch (error) {
    return errorText(error)
  }
}
