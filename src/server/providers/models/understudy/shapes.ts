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
  const spoken = saying === '' ? speaker.say(replies[heard.act]) : saying
  const isTurning = !plainMoments.has(heard.act) && memory.turn > 0 && chance.maybe(turns[plot])
  if (isTurning) return compose([speech(spoken), scene(speaker.narrate(beats)), speech(speaker.say(beatWords))])
  const doing = deed(act(stage, actions[heard.act]))
  if (heard.act === 'farewell') return compose([doing, speech(spoken)])
  const hook = speech(speaker.say(heard.act === 'sadness' ? gentleHooks : hooks))
  const order = chance.roll()
  if (order < 0.45) return compose([doing, speech(spoken), hook])
  if (order < 0.9) return compose([speech(spoken), doing, hook])
  return compose([doing, speech(spoken)])
}

/** Going on without having been spoken to: something happens, or something new is brought up. */
export function performContinuation(stage: Stage): string {
  const { speaker, chance, plot } = stage
  if (chance.maybe(plot === 'follow' ? 0.3 : 0.7)) {
    return compose([deed(speaker.narrate(beats)), speech(speaker.say(beatWords)), deed(act(stage, idling))])
  }
  return compose([deed(act(stage, idling)), speech(speaker.say(openings)), speech(speaker.say(hooks))])
}

/** A beginning: where they are, a word of welcome, and the question the card's own greeting asks. */
export function performGreeting(stage: Stage): string {
  const { speaker, card } = stage
  const question = card.openingQuestion || speaker.say(firstQuestions)
  const doing = deed(act(stage, actions.greeting))
  return compose([deed(speaker.narrate(entrances)), speech(speaker.say(welcomes)), doing, speech(question)])
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

/** Joins the parts, as many as a reply of some sentences holds; neighbouring speech is one speech. */
function compose(parts: readonly string[]): string {
  let text = ''
  let sentences = 0
  for (const part of parts) {
    const more = part.match(/[.!?…]+(?=["*\s]|$)/g)?.length ?? 0
    if (part === '' || (text !== '' && sentences + more > mostSentences)) continue
    sentences += more
    if (text.endsWith('"') && part.startsWith('"')) text = `${text.slice(0, -1)} ${part.slice(1)}`
    else text += text === '' || part.startsWith('\n') ? part : ` ${part}`
  }
  return text.trim()
}
