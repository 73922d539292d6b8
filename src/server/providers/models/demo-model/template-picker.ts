import type { CharacterTraits } from './character-traits.ts'
import type { ChatHistory } from './chat-history.ts'
import type { ClassifiedMessage } from './classify-message.ts'
import type { Random } from './random.ts'
import { type Placeholder, readNarration, type SpeechTemplates } from './templates.ts'

export interface TemplatePickerOptions {
  traits: CharacterTraits
  fullName: string
  userName: string
  message: ClassifiedMessage
  history: ChatHistory
  random: Random
  /** Whether a template suits the character's place. */
  fitsPlace: (template: string) => boolean
  /** The player's name, as they are called. */
  player: string
}

/** How often a template of the character's tone is preferred to one for every character. */
const toneProbability = 0.5
/** How often a reply refers to the user's own words where it can. */
const echoProbability = 0.6

/** Picks templates that suit the tone, have a value for each placeholder and were not used recently. */
export class TemplatePicker {
  readonly #options: TemplatePickerOptions
  readonly #objects: string[]
  readonly #habits: string[]
  readonly #prefersEcho: boolean

  constructor(options: TemplatePickerOptions) {
    const { traits, random, history } = options
    this.#options = options
    const unused = (items: string[]) => random.shuffle(items).filter((item) => !history.wasSaidRecently(item))
    this.#objects = unused(traits.objects)
    if (this.#objects.length === 0) this.#objects = random.shuffle(traits.objects)
    this.#habits = unused(traits.habits)
    this.#prefersEcho = random.chance(echoProbability)
  }

  /** A sentence of speech without quotation marks; empty if no template fits. */
  pickSpeech(templates: SpeechTemplates): string {
    const { traits, random } = this.#options
    const [first, second] = traits.tones
    const inTone = random.shuffle([...((first && templates[first]) ?? []), ...((second && templates[second]) ?? [])])
    const common = random.shuffle(templates.any)
    const order: string[] = []
    while (inTone.length > 0 || common.length > 0) {
      const next =
        (random.chance(toneProbability) ? inTone.shift() : common.shift()) ?? inTone.shift() ?? common.shift()
      if (next !== undefined) order.push(next)
    }
    return this.#fillFirst(order)
  }

  /** A sentence of narration without asterisks; empty if no template fits. */
  pickNarration(templates: readonly string[]): string {
    return this.#fillFirst(this.#options.random.shuffle(templates))
  }

  /** One of the character's own sayings, as a sentence; empty if all were used recently. */
  pickSaying(): string {
    const { traits, random, history } = this.#options
    const saying = random.shuffle(traits.sayings).find((candidate) => !history.wasSaidRecently(candidate))
    return saying === undefined ? '' : `${capitalise(saying).replace(/[.,;:]$/, '')}${/[!?.]$/.test(saying) ? '' : '.'}`
  }

  /** A sentence with one of the character's habits; empty if all were used recently. */
  pickHabit(): string {
    const sentence = this.#habits.length > 0 ? this.pickNarration(readNarration().habits) : ''
    this.#habits.shift()
    return sentence
  }

  /** Fills the first template that fits and was not used recently, else the first that fits. */
  #fillFirst(templates: readonly string[]): string {
    const rank = (template: string) =>
      this.#prefersEcho && /\{(?:[tT]opic|topicWord|givenName)\}/.test(template) ? 0 : 1
    const fitting = templates
      .filter((template) => this.#options.fitsPlace(template) && this.#hasValues(template))
      .sort((a, b) => rank(a) - rank(b))
    const { history } = this.#options
    const isNew = (template: string) => !history.wasSaidRecently(longestLiteral(template))
    return this.#fill(fitting.find(isNew) ?? fitting[0] ?? '')
  }

  #hasValues(template: string): boolean {
    return [...template.matchAll(/\{(\w+)\}/g)].every(([, name]) => this.#valueOf(name as Placeholder) !== '')
  }

  #fill(template: string): string {
    const usesObject = /\{[oO]bject\}/.test(template)
    const filled = template.replaceAll(/\{(\w+)\}/g, (_match, name: Placeholder) => this.#valueOf(name))
    // The next template gets the next object.
    if (usesObject && this.#objects.length > 1) this.#objects.push(this.#objects.shift() ?? '')
    return capitalise(filled)
  }

  #valueOf(placeholder: Placeholder): string {
    const { traits, fullName, userName, message, history, player } = this.#options
    const topic = message.topic?.phrase ?? ''
    const [object = ''] = this.#objects
    const values: Record<Placeholder, string> = {
      name: traits.shortName,
      fullName,
      ...traits.pronouns,
      topic,
      Topic: capitalise(topic),
      topicWord: message.topic?.word ?? '',
      object,
      Object: capitalise(object),
      pastTopic: history.pastTopics.find((past) => past !== topic && !history.wasSaidRecently(past)) ?? '',
      role: traits.role,
      player,
      told: message.recalled,
      givenName: message.givenName ?? '',
      user: /^\p{Lu}[\p{L}'-]{1,20}$/u.test(userName) ? userName : '',
      habit: this.#habits[0] ?? '',
    }
    return values[placeholder]
  }
}

function capitalise(text: string): string {
  return text.replace(/^[^\p{L}]*\p{Ll}/u, (start) => start.toUpperCase())
}

/** The longest part of a template that does not depend on placeholders. */
function longestLiteral(template: string): string {
  return template.split(/\{\w+\}/).reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}
