import { z } from 'zod'
import { cleanText } from './clean-text.ts'
import { changing, type Routes, reading } from './routes.ts'

export const memoryLimits = {
  /** UTF-16 code units of a fact. */
  fact: 400,
  /** UTF-16 code units of a summary. */
  summary: 6_000,
  /** Facts of a conversation. */
  facts: 500,
  /** Messages that a fact may cite. */
  sources: 20,
} as const

const text = (max: number, name: string) =>
  z
    .string()
    .transform(cleanText)
    .refine((value) => value.length > 0, `${name} needs some text`)
    .refine(
      (value) => value.length <= max,
      `Please keep ${name.toLowerCase()} to ${max.toLocaleString('en')} characters or less`,
    )

/** A message that an item of the memory comes from. */
export const MemorySource = z.object({
  id: z.string(),
  role: z.enum(['user', 'character']),
  /** The persona, or in a scene the character, that said it; left out for the account's own name and outside a scene. */
  speaker: z.string().optional(),
  /** The start of the message. */
  excerpt: z.string(),
  /** Whether it is on the active path. */
  onPath: z.boolean(),
})
export type MemorySource = z.infer<typeof MemorySource>

export const MemoryFact = z.object({
  id: z.string(),
  text: z.string(),
  /** Empty for a fact that the user has added: it holds on every branch. */
  sources: z.array(MemorySource),
  pinned: z.boolean(),
  /** Whether the user has written the text. */
  own: z.boolean(),
  /** False when one of its messages is not on the active path: the character does not know it then. */
  onPath: z.boolean(),
})
export type MemoryFact = z.infer<typeof MemoryFact>

export const MemorySummary = z.object({
  id: z.string(),
  text: z.string(),
  /** Whether the user has corrected it. */
  edited: z.boolean(),
  /** How many messages it covers, from the first one on. */
  messages: z.number().int(),
  /** The first message that was added to the story by this summary, and the last one that it covers. */
  first: MemorySource,
  last: MemorySource,
})
export type MemorySummary = z.infer<typeof MemorySummary>

const ConversationMemory = z.object({
  enabled: z.boolean(),
  /** The newest on the active path; null while there is none. */
  summary: MemorySummary.nullable(),
  /** The user's corrections of summaries of which a message was removed since; no prompt has them. */
  corrections: z.array(MemorySummary),
  /** Pinned ones first, then the newest first. */
  facts: z.array(MemoryFact),
  /** Whether a job is writing, or is to write, a part of it. */
  pending: z.boolean(),
})
export type ConversationMemory = z.infer<typeof ConversationMemory>

/** Of a conversation, or the account's default. */
export const MemorySwitch = z.object({ enabled: z.boolean() })

/** What the user writes of a summary. */
export const SummaryText = z.object({ text: text(memoryLimits.summary, 'A summary') })

/** The text that the user has corrected. If it is another one by now, nothing is saved (`changed_elsewhere`). */
const seen = { seen: z.string().optional() }

export const SummaryPatch = SummaryText.extend(seen)

/** What the user writes of a fact. */
export const FactText = z.object({ text: text(memoryLimits.fact, 'A fact') })

/** Sources and pin are for a fact whose deletion is undone. */
export const NewFact = FactText.extend({
  sources: z.array(z.string().max(64)).max(memoryLimits.sources).default([]),
  pinned: z.boolean().default(false),
})
export type NewFact = z.infer<typeof NewFact>

/** What is left out stays as it is. */
export const FactPatch = FactText.extend({ pinned: z.boolean(), ...seen })
  .partial()
  .refine(
    ({ text, pinned }) => text !== undefined || pinned !== undefined,
    'Please send a text, or whether it is pinned',
  )
export type FactPatch = z.infer<typeof FactPatch>

const FactResponse = z.object({ fact: MemoryFact })

/** To read, correct, pin, add and delete what a conversation remembers. */
export const memoryApi = {
  'GET /api/conversations/:id/memory': { ...reading, response: ConversationMemory },
  'PUT /api/conversations/:id/memory': { ...changing, body: MemorySwitch, response: ConversationMemory },
  'PUT /api/conversations/:id/memory/summaries/:summaryId': {
    ...changing,
    body: SummaryPatch,
    response: ConversationMemory,
  },
  'DELETE /api/conversations/:id/memory/summaries/:summaryId/correction': { ...changing, response: ConversationMemory },
  'POST /api/conversations/:id/memory/facts': { ...changing, body: NewFact, response: FactResponse, status: 201 },
  'PATCH /api/conversations/:id/memory/facts/:factId': { ...changing, body: FactPatch, response: FactResponse },
  'DELETE /api/conversations/:id/memory/facts/:factId': changing,
} as const satisfies Routes
