import { z } from 'zod'
import type { PromptCharacter } from '#engine/cards/character.ts'
import { lazyContent } from '#server/content/read-content.ts'
import { findHabits } from './habits.ts'
import { findObjects } from './objects.ts'

/** What the demo model reads from a character's fields. */
export interface CharacterTraits {
  shortName: string
  pronouns: Pronouns
  /** The two tones that match best, the better one first. */
  tones: Tone[]
  /** Predicates that can follow the name: "rules lines in the ledger". */
  habits: string[]
  /** Objects in the environment, as noun phrases: "the oak counter". */
  objects: string[]
  /** Expressions in quotation marks in the speech style. */
  sayings: string[]
  /** The user's role as the character would say it: "the visitor who knocked"; empty if the character has none. */
  role: string
  /** The last question of the greeting; empty if it has none. */
  openingQuestion: string
}

export interface Pronouns {
  them: string
  their: string
}

const she: Pronouns = { them: 'her', their: 'her' }
const he: Pronouns = { them: 'him', their: 'his' }
const they: Pronouns = { them: 'them', their: 'their' }

export function readTraits(character: PromptCharacter): CharacterTraits {
  const { personality, speechStyle, behaviors, description } = character
  const text = [personality, speechStyle, behaviors, description].join('\n')
  return {
    shortName: findShortName(character.name),
    pronouns: findPronouns(text),
    tones: findTones(text),
    habits: findHabits(behaviors, character.name),
    objects: findObjects(character.environment),
    sayings: findSayings(character.speechStyle),
    role: findRole(character.userRole),
    openingQuestion: findLastQuestion(character.greeting),
  }
}

const titles =
  /^(?:dr|doctor|mr|mrs|ms|miss|captain|capt|ser|sir|dame|lady|lord|doña|don|old|young|professor|prof|king|queen|prince|princess|father|mother|sister|brother|aunt|auntie|uncle|coach|madame|madam|detective|inspector|commander|agent|master|mistress|saint|st)\.?$/i

/** The given name, with the title if there is one. */
export function findShortName(name: string): string {
  const words = name.split(/[,(]/)[0]?.trim().split(/\s+/) ?? []
  const [first = name, second] = words
  if (/^the$/i.test(first)) return words.slice(0, 3).join(' ')
  return second !== undefined && titles.test(first) ? `${first} ${second}` : first
}

function findPronouns(text: string): Pronouns {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const female = count(/\b(?:she|her|hers|herself|woman|girl|lady|mother|sister|daughter|queen)\b/gi)
  const male = count(/\b(?:he|him|his|himself|man|boy|gentleman|father|brother|son|king)\b/gi)
  if (female > male) return she
  return male > female ? he : they
}

function findSayings(text: string): string[] {
  const quoted = [...text.matchAll(/([^"“”]{0,30})["“]([^"“”]*)["”]/g)]
  return quoted
    .filter(
      ([, before = '']) => !/\b(?:never|not|avoids?|instead of|means?|rather than)\b[^.]*$|n't\b[^.]*$/i.test(before),
    )
    .map(([, , saying = '']) => saying.trim())
    .filter((saying) => /^[\p{L}¡¿][^*]{2,59}$/u.test(saying) && saying.split(/\s+/).length <= 9)
}

function findRole(userRole: string): string {
  const role = (userRole.split(/[.;\n]/)[0] ?? '').trim()
  const isNamed = /^(?:an?|the|her|his|their|my|our)\s/i.test(role)
  if (role === '' || role.length > 60 || /\b(?:you|your)\b/i.test(role)) return ''
  if (!isNamed && (role.split(/\s+/).length > 2 || /^(?:some|any)|^\S+(?:ing|ly)\b/i.test(role))) return ''
  return role
    .replace(/^(?:an?|the)\s+/i, 'the ')
    .replace(/^(?:her|his|their)\s+/i, 'my ')
    .replace(/^(?!the |my )(?=\p{Ll})/u, 'the ')
}

function findLastQuestion(greeting: string): string {
  const spoken = [...greeting.matchAll(/["“]([^"“”]+)["”]/g)].map((match) => match[1] ?? '').join(' ')
  const questions = (spoken.match(/[^.!?…]{1,140}\?/g) ?? []).map((question) => question.trim())
  // A question of fewer than five words ("And you?") depends on the sentence before it.
  return questions.findLast((question) => /^(?:\S+\s+){4,}/.test(question) && !question.includes('*')) ?? ''
}

/** The tones that the demo model has templates for. */
const tones = ['warm', 'wry', 'hushed', 'lively', 'learned'] as const
export type Tone = (typeof tones)[number]

/** Words in a character's description that suggest the tone, as alternatives of a regular expression. */
const Pattern = z.string().transform((words) => new RegExp(`\\b(?:${words})\\b`, 'gi'))
const readPatterns = lazyContent('demo-model/tone-words.json', z.record(z.enum(tones), Pattern))

/** The two tones with the most matching words in the description, the better one first. */
function findTones(description: string): Tone[] {
  const patterns = readPatterns()
  const scored = tones.map((tone) => ({ tone, score: description.match(patterns[tone])?.length ?? 0 }))
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, 2)
    .map(({ tone }) => tone)
}
