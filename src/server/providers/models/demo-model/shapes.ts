import type { PlotAdvancement } from '#shared/characters.ts'
import type { CardWords } from './card-words.ts'
import type { Chance } from './chance.ts'
import { abstractHabit } from './habits.ts'
import type { Act, Heard } from './hear.ts'
import { actions, habitFrames, idling } from './lines/actions.ts'
import { beats, beatWords } from './lines/beats.ts'
import { entrances, firstQuestions, welcomes } from './lines/greetings.ts'
import { gentleHooks, hooks, openings } from './lines/hooks.ts'
import { replies } from './lines/replies.ts'
import type { Memory } from './memory.ts'
import type { Speaker } from './speaker.ts'

/** Everything a reply is made with. */
export interface Stage {
  speaker: Speaker
  chance: Chance
  memory: Memory
  heard: Heard
  card: CardWords
  plot: PlotAdvancement
}

/** How often a plot turns by itself, by how much the card wants it to. */
const turns: Record<PlotAdvancement, number> = { follow: 0, balanced: 0.15, lead: 0.35 }
const mostSentences = 5
/** Where a saying of their own can stand for a reaction: nothing was asked. */
const takesSaying: ReadonlySet<Act> = new Set(['statement', 'murmur', 'agreement', 'refusal', 'gladness', 'deed'])
/** Moments at which a habit would be in the way. */
const plainMoments: ReadonlySet<Act> = new Set(['sadness', 'farewell', 'apology', 'introduction'])

/** An answer to what was said: a reaction, something done, and something to take up. */
export function performReply(stage: Stage): string {
  const { speaker, heard, chance, memory, plot } = stage
  const saying = takesSaying.has(heard.act) && chance.maybe(0.3) ? speaker.saying() : ''
  const spoken = speech(saying === '' ? speaker.say(replies[heard.act]) : saying)
  const isTurning = !plainMoments.has(heard.act) && memory.turn > 0 && chance.maybe(turns[plot])
  if (isTurning) {
    const turn = scene(speaker.narrate(beats))
    return compose([spoken, turn, speech(speaker.say(beatWords))], [spoken, turn])
  }
  const doing = deed(act(stage, actions[heard.act]))
  if (heard.act === 'farewell') return compose([doing, spoken])
  const hook = speech(speaker.say(heard.act === 'sadness' ? gentleHooks : hooks))
  const order = chance.roll()
  if (order < 0.45) return compose([doing, spoken, hook], [doing, spoken])
  if (order < 0.9) return compose([spoken, doing, hook], [spoken, doing])
  return compose([doing, spoken])
}

/** Going on without having been spoken to: something happens, or something new is brought up. */
export function performContinuation(stage: Stage): string {
  const { speaker, chance, plot } = stage
  const doing = deed(act(stage, idling))
  if (chance.maybe(plot === 'follow' ? 0.3 : 0.7)) {
    const turn = deed(speaker.narrate(beats))
    const words = speech(speaker.say(beatWords))
    return compose([turn, words, doing], [turn, words])
  }
  const opening = speech(speaker.say(openings))
  return compose([doing, opening, speech(speaker.say(hooks))], [doing, opening])
}

/** A beginning: where they are, a word of welcome, and the question the card's own greeting asks. */
export function performGreeting(stage: Stage): string {
  const { speaker, card } = stage
  const entrance = deed(speaker.narrate(entrances))
  const welcome = speech(speaker.say(welcomes))
  const doing = deed(act(stage, actions.greeting))
  const question = speech(card.openingQuestion || speaker.say(firstQuestions))
  return compose([entrance, welcome, doing, question], [entrance, welcome, question], [entrance, question])
}

/** What they do meanwhile: often a habit of their own, from the card. */
function act({ speaker, chance, heard }: Stage, otherwise: readonly string[]): string {
  if (!plainMoments.has(heard.act) && chance.maybe(0.55)) {
    const framed = speaker.narrateHabit((habit) => (abstractHabit(habit) ? habitFrames.custom : habitFrames.deed))
    if (framed !== '') return framed
  }
  return speaker.narrate(otherwise)
}

const deed = (text: string) => (text === '' ? '' : `*${text.replace(/(?<![.!?…]["”]?)$/, '.')}*`)
const scene = (text: string) => (text === '' ? '' : `\n\n${deed(text)}`)
const speech = (text: string) => (text === '' ? '' : `"${text}"`)

/** The first of these replies that is not too long, else the last; neighbouring speech becomes one speech. */
function compose(...replies: readonly (readonly string[])[]): string {
  const joined = replies.map((parts) => parts.filter((part) => part !== '').reduce(join, ''))
  return (joined.find((reply) => countSentences(reply) <= mostSentences) ?? joined.at(-1) ?? '').trim()
}

function join(text: string, part: string): string {
  if (text.endsWith('"') && part.startsWith('"')) return `${text.slice(0, -1)} ${part.slice(1)}`
  return text === '' || part.startsWith('\n') ? text + part : `${text} ${part}`
}

function countSentences(text: string): number {
  return text.match(/[.!?…]+(?=["*\s]|$)/g)?.length ?? 0
}
