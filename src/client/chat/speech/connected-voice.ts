import { errorText, fetchOk } from '#client/lib/http.ts'
import { getReadingSettings } from '../reading/reading-settings.ts'
import type { Say } from './speaker.ts'
import type { SpokenSentence } from './speech-state.ts'

/**
 * Two elements that take turns, one that plays and one that loads the next sentence. They are used again because some
 * browsers play only elements that a press of the user has started before.
 */
const players = typeof Audio === 'undefined' ? [] : [new Audio(), new Audio()]

interface PreparedSound {
  sentence: SpokenSentence
  player: HTMLAudioElement
  loading: Promise<void>
  request: AbortController
}

/** The sentence that is spoken next. */
let prepared: PreparedSound | null = null

/** To be called in a press of the user, so that those that come later are heard. */
export function unlockPlayers(): void {
  for (const player of players) if (!player.src) player.load()
}

/** Safari asks for ranges, which a sound that is still being spoken does not have: it gets the whole of it. */
const needsWhole = typeof Audio !== 'undefined' && navigator.vendor.startsWith('Apple')

async function load(player: HTMLAudioElement, address: string, { signal }: AbortController): Promise<void> {
  if (needsWhole) {
    const sound = await (await fetchOk(address, { signal })).blob()
    player.src = URL.createObjectURL(sound)
  } else player.src = address
}

/** Loads the sound of a sentence, which begins to play when it is spoken. */
export function prepareConnected(sentence: SpokenSentence): PreparedSound {
  prepared?.request.abort()
  const player = players.shift() ?? new Audio()
  players.push(player)
  player.preload = 'auto'
  const request = new AbortController()
  const loading = load(player, sentence.address ?? '', request)
  loading.catch(() => {})
  prepared = { sentence, player, loading, request }
  return prepared
}

/** Speaks with the voice of a connected service: the element plays the sound while it arrives. `onPause`: the device has paused it. */
export function sayConnected(
  sentence: SpokenSentence,
  { onSound, onPause, onEnd }: Parameters<Say>[1] & { onPause: () => void },
): () => void {
  const { player, loading, request } = prepared?.sentence === sentence ? prepared : prepareConnected(sentence)
  prepared = null
  let isOver = false
  const end = (failure?: string) => {
    if (isOver) return
    isOver = true
    release(player)
    onEnd(failure)
  }
  player.onplaying = onSound
  player.onended = () => end()
  player.onerror = () => void findFailure(sentence.address ?? '').then(end)
  // Such as for a phone call.
  player.onpause = () => !player.ended && !player.error && onPause()
  const play = () => {
    if (isOver) return
    player.playbackRate = getReadingSettings().rate
    player.play().catch(() => {
      // `onerror` says what is wrong with the sound. Without an error, the browser does not allow sound now.
      if (!player.error) end('Your browser does not play sound until you press something on this page.')
    })
  }
  loading.then(play, (error: unknown) => end(errorText(error)))
  return () => {
    isOver = true
    request.abort()
    release(player)
  }
}

/** Ends the request too. */
function release(player: HTMLAudioElement): void {
  player.onplaying = null
  player.onended = null
  player.onerror = null
  player.onpause = null
  player.pause()
  if (player.src.startsWith('blob:')) URL.revokeObjectURL(player.src)
  player.removeAttribute('src')
  player.load()
}

/** An element does not tell why its sound failed: the server says it when it is asked again. */
async function findFailure(address: string): Promise<string> {
  try {
    // Where the service is slow, it would be waited for once more.
    const response = await fetchOk(address, { signal: AbortSignal.timeout(3_000) })
    await response.body?.cancel()
    return 'The sound broke off.'
  } catch (error) {
    return errorText(error, 'The voice service does not answer.')
  }
}
