import type { CardWords } from './card-words.ts'
import type { Chance } from './chance.ts'
import { abstractHabit } from './habits.ts'
import type { Heard } from './hear.ts'
import type { Bank } from './lines/bank.ts'
import type { Memory } from './memory.ts'
import { casually } from './register.ts'

export interface SpeakerOptions {
  card: CardWords
  fullName: string
  userName: string
  heard: Heard
  memory: Memory
  chance: Chance
  casual: boolean
}

/** How often a line in the character's own tone is preferred to one that anyone could say. */
const toneShare = 0.5
/** How often a way someone has will do where nothing they do is new. */
const customShare = 0.3
/** How often a reply takes up the player's own words, when it can. */
const echoShare = 0.6

/** Finds lines for the moment: fitting in tone, complete in their words, and not said lately. */
export class Speaker {
  readonly #options: SpeakerOptions
  readonly #things: string[]
  readonly #habits: string[]
  readonly #echoes: boolean

  constructor(options: SpeakerOptions) {
    const { card, chance, memory } = options
    this.#options = options
    const fresh = (items: string[]) => chance.shuffle(items).filter((item) => !memory.saidLately(item))
    this.#things = fresh(card.things)
    if (this.#things.length === 0) this.#things = chance.shuffle(card.things)
    const [deeds, customs] = [card.habits.filter((habit) => !abstractHabit(habit)), card.habits.filter(abstractHabit)]
    this.#habits = [...fresh(deeds), ...(chance.maybe(customShare) ? fresh(customs) : [])]
    this.#echoes = chance.maybe(echoShare)
  }

  /** A spoken line, without its quotation marks; empty when the bank has nothing that fits. */
  say(bank: Bank): string {
    const { card, chance, casual } = this.#options
    const [first, second] = card.tones
    const own = chance.shuffle([...((first && bank[first]) ?? []), ...((second && bank[second]) ?? [])])
    const common = chance.shuffle(bank.any)
    const order: string[] = []
    while (own.length > 0 || common.length > 0) {
      const next = (chance.maybe(toneShare) ? own.shift() : common.shift()) ?? own.shift() ?? common.shift()
      if (next !== undefined) order.push(next)
    }
    const line = this.#firstFitting(order)
    return casual ? casually(line) : line
  }

  /** A line of narration, without its asterisks. */
  narrate(lines: readonly string[]): string {
    return this.#firstFitting(this.#options.chance.shuffle(lines))
  }

  /** A saying of the character's own, as a sentence; empty when there is none to hand. */
  saying(): string {
    const { card, chance, memory } = this.#options
    const saying = chance.shuffle(card.sayings).find((candidate) => !memory.saidLately(candidate))
    return saying === undefined ? '' : `${capital(saying).replace(/[.,;:]$/, '')}${/[!?.]$/.test(saying) ? '' : '.'}`
  }

  /** Something the card says they do, in one of the frames that suit it; empty when all of it was seen lately. */
  narrateHabit(framesFor: (habit: string) => readonly string[]): string {
    const [habit] = this.#habits
    if (habit === undefined) return ''
    const line = this.narrate(framesFor(habit))
    this.#habits.shift()
    return line
  }

  #firstFitting(lines: readonly string[]): string {
    // What takes up the player's own words comes before what could be said to anyone.
    const echoing = (line: string) => (this.#echoes && /\{(?:[tT]opic|word|given)\}/.test(line) ? 0 : 1)
    const fitting = lines.filter((line) => this.#fits(line)).sort((a, b) => echoing(a) - echoing(b))
    return this.#fill(fitting.find((line) => !this.#wasSaidLately(line)) ?? fitting[0] ?? '')
  }

  #wasSaidLately(line: string): boolean {
    const { memory } = this.#options
    const literal = longestLiteral(line)
    return memory.saidLately(literal) || memory.saidLately(casually(literal))
  }

  #fits(line: string): boolean {
    return [...line.matchAll(/\{(\w+)\}/g)].every(([, word]) => this.#peek(word ?? '') !== '')
  }

  #fill(line: string): string {
    const used = line.includes('{thing}') || line.includes('{Thing}')
    const filled = line.replaceAll(/\{(\w+)\}/g, (_match, word: string) => this.#peek(word))
    // The next line that looks about finds something else.
    if (used && this.#things.length > 1) this.#things.push(this.#things.shift() ?? '')
    return capital(filled)
  }

  #peek(word: string): string {
    const { card, fullName, userName, heard, memory } = this.#options
    const topic = heard.topic?.phrase ?? ''
    switch (word) {
      case 'name':
        return card.shortName
      case 'fullName':
        return fullName
      case 'them':
      case 'their':
        return card.pronouns[word]
      case 'topic':
        return topic
      case 'Topic':
        return capital(topic)
      case 'word':
        return heard.topic?.word ?? ''
      case 'thing':
        return this.#things[0] ?? ''
      case 'Thing':
        return capital(this.#things[0] ?? '')
      case 'past':
        return memory.past.find((past) => past !== topic && !memory.saidLately(past)) ?? ''
      case 'role':
        return card.role
      case 'given':
        return heard.givenName ?? ''
      case 'user':
        return /^\p{Lu}[\p{L}'-]{1,20}$/u.test(userName) ? userName : ''
      case 'habit':
        return this.#habits[0] ?? ''
      default:
        return ''
    }
  }
}

function capital(text: string): string {
  return text.replace(/^[^\p{L}]*\p{Ll}/u, (start) => start.toUpperCase())
}

/** The part of a line that is the same however its words are filled in. */
function longestLiteral(line: string): string {
  return line.split(/\{\w+\}/).reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}
