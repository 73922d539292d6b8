import { silentVoice } from '#shared/voice-terms.ts'
import type { Voice } from './speech-state.ts'
import type { RoleVoices } from './split-speech.ts'

/** Where the player's voice for narration is stored, besides those of characters. */
export const narratorKey = 'narrator'
/** In place of a voice: the browser's own, where a connected one would speak. */
export const browserDefault = 'browser'

interface Choice {
  /** What the player has chosen on this device, by the character's id. */
  chosen: Readonly<Record<string, string>>
  characterId: string
  /** As the author has chosen; empty texts leave it open. */
  author: { voice: string; narratorVoice: string } | null
  /** The ids of the connected voices. */
  connected: readonly string[]
  /** The `voiceURI`s of the browser's. */
  browser: readonly string[]
}

/**
 * The voices of a character: what the player has chosen, or else its author, or the first connected voice, or the
 * browser's own. Choices of voices that are not there any more do not count. What is told has the character's voice
 * unless another one is chosen.
 */
export function chooseVoices(choice: Choice): RoleVoices<Voice> {
  const { chosen, characterId, author, connected, browser } = choice
  /** Null leaves the role out; undefined is no choice. */
  const find = (wanted: string | undefined): Voice | null | undefined => {
    if (wanted === silentVoice) return null
    if (wanted === browserDefault) return { connected: null, browser: undefined }
    if (wanted && connected.includes(wanted)) return { connected: wanted, browser: undefined }
    return wanted && browser.includes(wanted) ? { connected: null, browser: wanted } : undefined
  }
  const first = (...all: (string | undefined)[]) => all.map(find).find((voice) => voice !== undefined)
  const standard: Voice = { connected: connected[0] ?? null, browser: undefined }
  const speech = first(chosen[characterId], author?.voice)
  const narration = first(chosen[narratorKey], author?.narratorVoice)
  const own = speech ?? standard
  const isSame =
    narration === undefined || (narration?.connected === own.connected && narration.browser === own.browser)
  // The same object: what has one voice is read together.
  return { speech: speech === null ? null : own, narration: isSame ? own : narration }
}
