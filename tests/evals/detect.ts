import { trimToSentence } from '#engine/reply/trim-to-sentence.ts'
import type { Language } from './cases.ts'
import { detectLanguage } from './language.ts'
import { actsForPlayer } from './narration.ts'

/** What a reply is judged against. */
export interface SceneContext {
  /** The name of the character, and a shorter one. */
  characterNames: readonly string[]
  player: string
  language: Language
  earlierReplies: readonly string[]
  fact?: RegExp
}

type Detector = (reply: string, context: SceneContext) => boolean

/** What can be wrong with a reply, in the order of the table. */
export const detectors = {
  'speaks for the player': (reply, { player }) => labelOf([player], 'gimu').test(reply),
  'acts for the player': (reply, { player }) => actsForPlayer(reply, player),
  'begins with its name': (reply, { characterNames }) => labelOf(characterNames, 'iu').test(reply.trimStart()),
  'cut sentence': (reply) => isCut(reply),
  'repeats an opening': (reply, { earlierReplies }) =>
    earlierReplies.some((other) => opening(other) === opening(reply)),
  'forgets a fact': (reply, { fact }) => fact !== undefined && !fact.test(reply),
  'broken markup': hasBrokenMarkup,
  'wrong language': (reply, { language }) => ![language, null].includes(detectLanguage(reply)),
  'shows instructions': (reply) => /\[Writing direction|<\|\w+\|>|\[\/?INST\]|These rules stand above/.test(reply),
} satisfies Record<string, Detector>

export type Finding = keyof typeof detectors
export const findings = Object.keys(detectors) as Finding[]

/** What is wrong with a reply. */
export function findProblems(reply: string, context: SceneContext): Finding[] {
  return findings.filter((finding) => (detectors[finding] as Detector)(reply, context))
}

/** Matches `Name:`, `**Name:**`, `**Name**:` and `[Name]` at the beginning of a line, or with `m` of any line. */
function labelOf(names: readonly string[], flags: string): RegExp {
  const name = names.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return new RegExp(`^[\\s*_#]*(?:(?:${name})[*_]*\\s?[:：]|\\[(?:${name})\\])`, flags)
}

function isCut(reply: string): boolean {
  const { text, isCut } = trimToSentence(reply)
  return isCut || text.length < reply.trimEnd().length
}

/** The first three words, without marks. */
function opening(reply: string): string {
  return (reply.toLowerCase().match(/[\p{Letter}\p{Number}'’]+/gu) ?? []).slice(0, 3).join(' ')
}

/** True if a paragraph leaves speech or an action open. An asterisk at the start of a list item is none. */
function hasBrokenMarkup(reply: string): boolean {
  return reply.split(/\n\s*\n/).some((paragraph) => {
    const asterisks = paragraph.replaceAll(/^\s*\*\s/gm, '').match(/\*+/g)?.length ?? 0
    const quotes = paragraph.match(/"/g)?.length ?? 0
    return asterisks % 2 === 1 || quotes % 2 === 1
  })
}
