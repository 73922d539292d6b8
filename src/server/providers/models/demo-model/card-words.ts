import { habitsIn } from './habits.ts'
import type { Scene } from './scene.ts'
import { thingsIn } from './things.ts'
import { type Tone, tonesOf } from './tone.ts'

/** What the understudy takes from a card to play it. */
export interface CardWords {
  shortName: string
  pronouns: Pronouns
  /** The two tones that fit best, the better first. */
  tones: Tone[]
  /** What the character does, each to follow their name: "rules lines in the ledger". */
  habits: string[]
  /** What stands about: "the oak counter". */
  things: string[]
  /** Expressions the card puts in quotation marks. */
  sayings: string[]
  /** How the character would call the player: "the visitor who knocked"; empty when the card does not say. */
  role: string
  /** The question the greeting ends on, if it does. */
  openingQuestion: string
}

export interface Pronouns {
  them: string
  their: string
}

const she: Pronouns = { them: 'her', their: 'her' }
const he: Pronouns = { them: 'him', their: 'his' }
const they: Pronouns = { them: 'them', their: 'their' }

export function cardWords(scene: Scene): CardWords {
  const manner = [scene.personality, scene.speechStyle, scene.behaviors, scene.description].join('\n')
  return {
    shortName: shortName(scene.characterName),
    pronouns: pronounsIn(manner),
    tones: tonesOf(manner),
    habits: habitsIn(scene.behaviors, scene.characterName),
    things: thingsIn(scene.environment),
    sayings: sayingsIn(scene.speechStyle),
    role: roleOf(scene.userRole),
    openingQuestion: lastQuestion(scene.greeting),
  }
}

const titles =
  /^(?:dr|doctor|mr|mrs|ms|miss|captain|capt|ser|sir|dame|lady|lord|doña|don|old|young|professor|prof|king|queen|prince|princess|father|mother|sister|brother|aunt|auntie|uncle|coach|madame|madam|detective|inspector|commander|agent|master|mistress|saint|st)\.?$/i

/** What friends would call someone: the given name, with the title where there is one. */
export function shortName(name: string): string {
  const words = name.split(/[,(]/)[0]?.trim().split(/\s+/) ?? []
  const [first = name, second] = words
  if (/^the$/i.test(first)) return words.slice(0, 3).join(' ')
  return second !== undefined && titles.test(first) ? `${first} ${second}` : first
}

function pronounsIn(text: string): Pronouns {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const female = count(/\b(?:she|her|hers|herself|woman|girl|lady|mother|sister|daughter|queen)\b/gi)
  const male = count(/\b(?:he|him|his|himself|man|boy|gentleman|father|brother|son|king)\b/gi)
  if (female > male) return she
  return male > female ? he : they
}

function sayingsIn(text: string): string[] {
  const quoted = [...text.matchAll(/([^"“”]{0,30})["“]([^"“”]*)["”]/g)]
  return quoted
    .filter(
      ([, before = '']) => !/\b(?:never|not|avoids?|instead of|means?|rather than)\b[^.]*$|n't\b[^.]*$/i.test(before),
    )
    .map(([, , saying = '']) => saying.trim())
    .filter((saying) => /^[\p{L}¡¿][^*]{2,59}$/u.test(saying) && saying.split(/\s+/).length <= 9)
}

function roleOf(userRole: string): string {
  const role = (userRole.split(/[.;\n]/)[0] ?? '').trim()
  const isNamed = /^(?:an?|the|her|his|their|my|our)\s/i.test(role)
  if (role === '' || role.length > 60 || /\b(?:you|your)\b/i.test(role)) return ''
  if (!isNamed && (role.split(/\s+/).length > 2 || /^(?:some|any)|^\S+(?:ing|ly)\b/i.test(role))) return ''
  return role
    .replace(/^(?:an?|the)\s+/i, 'the ')
    .replace(/^(?:her|his|their)\s+/i, 'my ')
    .replace(/^(?!the |my )(?=\p{Ll})/u, 'the ')
}

function lastQuestion(greeting: string): string {
  const spoken = [...greeting.matchAll(/["“]([^"“”]+)["”]/g)].map((match) => match[1] ?? '').join(' ')
  const questions = (spoken.match(/[^.!?…]{1,140}\?/g) ?? []).map((question) => question.trim())
  // "And you?" asks nothing by itself.
  return questions.findLast((question) => /^(?:\S+\s+){4,}/.test(question) && !question.includes('*')) ?? ''
}
