import type { PromptCharacter } from '../cards/character.ts'

/** The names that can stand before a colon at the beginning of a line. */
export interface SpeakerNames {
  character: readonly string[]
  player: readonly string[]
}

/** Words of a name that are no name by themselves. */
const particles = /^(?:the|of|and|de|da|di|la|le|el|al|van|von|der|den|bin|ibn|old|young|.{1,2}|\p{L}+\.)$/iu
const maxWords = 5

/** The labels that models give to whoever talks to them, besides names. Case does not count. */
const genericPlayerNames = ['User', 'You', 'Player', 'Human', 'Instruction']

/**
 * The names by which a model labels the lines of a script: of the character also each part of the name, of the player
 * also the first name, the names of the account and generic labels (`User`, `Instruction`). A name that both have counts
 * as the character's. `others`: the names of other characters in the scene, who like the player have their lines to
 * themselves.
 *
 * @example
 * speakerNames({ name: 'Captain Ilse' }, 'Sam Carter').character // ['Captain Ilse', '{{char}}', 'Captain', 'Ilse']
 * speakerNames({ name: 'Captain Ilse' }, 'Sam Carter').player.slice(0, 4) // ['Sam Carter', '{{user}}', 'Sam', 'User']
 */
export function speakerNames(
  character: NamedCharacter,
  userName: string,
  others: readonly string[] = [],
  accountNames: readonly string[] = [],
): SpeakerNames {
  const { names, known } = characterNames(character)
  const withFirst = (name: string) => [name, name.split(' ')[0] ?? ''].filter((one) => one === name || !isParticle(one))
  const user = oneLine(userName)
  const [name = '', ...first] = withFirst(user)
  const player = unique([
    ...[name, '{{user}}', ...first, ...accountNames.map(oneLine), ...genericPlayerNames],
    ...others.map(oneLine).flatMap(withFirst),
  ])
  return { character: names, player: player.filter((name) => name !== '' && !known.has(name.toLowerCase())) }
}

type NamedCharacter = Pick<PromptCharacter, 'name' | 'nickname'>

/** `known`: in lower case. */
function characterNames(character: NamedCharacter) {
  const full = [character.name, character.nickname ?? ''].map(oneLine).filter((name) => name !== '')
  const names = unique([...full, '{{char}}', ...full.flatMap(nameParts)])
  return { names, known: new Set(names.map((name) => name.toLowerCase())) }
}

function oneLine(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ')
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}

/**
 * All sequences of words of a name, without single words that are no name.
 *
 * @example
 * nameParts('Ada of Brest') // ['Ada', 'Ada of', 'Ada of Brest', 'of Brest', 'Brest']
 */
export function nameParts(name: string): string[] {
  const words = name.split(' ').slice(0, maxWords)
  const parts = words.flatMap((_, start) => words.slice(start).map((_, size) => words.slice(start, start + size + 1)))
  return parts.filter((part) => part.length > 1 || !isParticle(part[0] ?? '')).map((part) => part.join(' '))
}

/** Chinese, Japanese and Korean names have two characters. */
function isParticle(word: string): boolean {
  return (
    particles.test(word) && !/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2,}$/u.test(word)
  )
}

export interface SpeakerLabel {
  speaker: keyof SpeakerNames
  /** Marks before the name that the label does not close: the asterisk of `*Ilse: nods*`. */
  open: string
  /** The index after the label. */
  end: number
}

/** Marks that can stand around a name, and what closes them. */
const closers: Record<string, string> = { '*': '*', _: '_', '[': ']', '<': '>', '#': '' }
const maxMarks = 4

/**
 * Reads a speaker's label at the beginning of a line: `Sam:`, `**Sam:**`, `[Sam]`, `### Sam`. Null if there is none;
 * `incomplete` if more text decides.
 *
 * @example
 * readLabel('**Sam:** Hi', 0, { character: ['Ilse'], player: ['Sam'] }) // { speaker: 'player', open: '', end: 8 }
 * readLabel('**Sa', 0, { character: ['Ilse'], player: ['Sam'] }) // 'incomplete'
 * readLabel('Same: x', 0, { character: ['Ilse'], player: ['Sam'] }) // null
 */
export function readLabel(line: string, start: number, names: SpeakerNames): SpeakerLabel | 'incomplete' | null {
  let at = start
  while (at - start < maxMarks && closers[line.charAt(at)] !== undefined) at += 1
  const marks = line.slice(start, at)
  if (marks.endsWith('#') && line.charAt(at) === ' ') at += 1
  if (at === line.length) return 'incomplete'
  let found: SpeakerLabel | null = null
  for (const speaker of ['player', 'character'] as const) {
    for (const name of names[speaker]) {
      const end = at + name.length
      const isPossible = line.slice(at, end).toLowerCase() === name.slice(0, line.length - at).toLowerCase()
      const label = isPossible ? readRest(line, end, marks, speaker) : null
      if (label === 'incomplete') return label
      if (label && label.end > (found?.end ?? 0)) found = label
    }
  }
  return found
}

/** Reads what follows the name: the marks that close, and the colon before, between or after them. */
function readRest(
  line: string,
  start: number,
  marks: string,
  speaker: keyof SpeakerNames,
): SpeakerLabel | 'incomplete' | null {
  const expected = [...marks].reverse().map((mark) => closers[mark] ?? '')
  let at = start
  let closed = 0
  const close = () => {
    while (closed < expected.length && line.startsWith(expected[closed] ?? '', at) && at <= line.length) {
      at += expected[closed]?.length ?? 0
      closed += 1
    }
  }
  if (at > line.length) return 'incomplete'
  close()
  const isClosed = closed === expected.length
  const colon = line.charAt(at) === ' ' ? at + 1 : at
  if (colon >= line.length) return 'incomplete'
  if (!/[:：]/.test(line.charAt(colon))) {
    const isHeading = /^(?:#|\*\*|__)/.test(marks) && line.charAt(at) === '\n'
    return isClosed && (marks.startsWith('[') || isHeading) ? { speaker, open: '', end: at } : null
  }
  at = colon + 1
  // "Sam :)" is no label.
  if (colon > start && line.charAt(colon - 1) === ' ') {
    if (at === line.length) return 'incomplete'
    if (!/\s/.test(line.charAt(at))) return null
  }
  close()
  if (closed < expected.length && at === line.length) return 'incomplete'
  return { speaker, open: marks.slice(0, expected.length - closed).replaceAll('#', ''), end: at }
}
