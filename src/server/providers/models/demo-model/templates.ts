import { z } from 'zod'
import { lazyContent } from '#server/content/read-content.ts'
import type { Tone } from './character-traits.ts'
import { type Intent, intents } from './classify-message.ts'

/** What `{…}` in a template can stand for. A template is used only when all its placeholders have a value. */
export const placeholders = [
  'name',
  'fullName',
  'them',
  'their',
  'topic',
  'Topic',
  'topicWord',
  'pastTopic',
  'object',
  'Object',
  'role',
  'givenName',
  'player',
  'told',
  'user',
  'habit',
] as const
export type Placeholder = (typeof placeholders)[number]

const known = new Set<string>(placeholders)
const Template = z
  .string()
  .min(1)
  .refine((text) => [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => known.has(name)), 'unknown placeholder')
const TemplateList = z.array(Template).min(1)

/** Templates for one purpose: `any` for every character, the others for characters with that tone. */
export type SpeechTemplates = z.infer<typeof SpeechTemplates>
const SpeechTemplates = z.strictObject({
  any: TemplateList,
  warm: TemplateList.optional(),
  wry: TemplateList.optional(),
  hushed: TemplateList.optional(),
  lively: TemplateList.optional(),
  learned: TemplateList.optional(),
} satisfies Record<Tone | 'any', z.ZodType>)

const Speech = z.strictObject({
  /** The first sentence of a reply, by the intent of the user's message. */
  replies: z.record(z.enum(Object.keys(intents) as Intent[]), SpeechTemplates),
  welcomes: SpeechTemplates,
  firstQuestions: SpeechTemplates,
  /** How a character begins when the user said nothing. */
  openings: SpeechTemplates,
  /** The end of a reply: a question or an offer that the user can answer. */
  hooks: SpeechTemplates,
  /** The same, for a user who is sad. */
  gentleHooks: SpeechTemplates,
  eventComments: SpeechTemplates,
  /** Drafts of the player's next message, which fit any story: the demo model cannot follow one. */
  playerMessages: z.array(z.string().min(1)).min(1),
})

const Narration = z.strictObject({
  actions: z.strictObject({
    attentive: TemplateList,
    thoughtful: TemplateList,
    gentle: TemplateList,
    cheerful: TemplateList,
    watchful: TemplateList,
    welcoming: TemplateList,
    parting: TemplateList,
    waiting: TemplateList,
  }),
  /** Sentences around a habit. */
  habits: TemplateList,
  entrances: TemplateList,
  /** Events that move the plot on. */
  events: TemplateList,
})

export type ActionGroup = keyof z.infer<typeof Narration>['actions']

export const readSpeech = lazyContent('demo-model/speech.json', Speech)
export const readNarration = lazyContent('demo-model/narration.json', Narration)
