import fc from 'fast-check'
import type { Transcript, TranscriptMessage } from '#engine/transcripts/transcript.ts'

const time = fc.integer({ min: 1, max: 4_000_000_000_000 })
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })

interface GeneratorOptions {
  /** Messages of the player can be interrupted too: files may say so. The server stores none. */
  anyStatus?: boolean
  /** Some messages have the name of a branch. */
  withNames?: boolean
}

/** Names under which the player says something; the tests of the server have a persona with one of them. */
const playerNames = ['Bo', 'Captain Vane', 'Sam the Younger'] as const

/** A conversation with any tree: each message is attached to one before it, or begins the conversation. */
export function generateTranscripts({ anyStatus = false, withNames = false }: GeneratorOptions = {}) {
  const message = fc.record({
    attachedTo: fc.nat(),
    role: fc.constantFrom('user' as const, 'character' as const),
    content: text,
    isInterrupted: fc.boolean(),
    isExcluded: fc.boolean(),
    createdAt: time,
    player: fc.option(fc.constantFrom(...playerNames)),
    name: withNames ? fc.option(text, { nil: undefined }) : fc.constant(undefined),
  })
  const conversation = fc.record({
    title: text,
    character: text,
    player: fc.oneof(text, fc.constantFrom(...playerNames)),
    createdAt: time,
    messages: fc.array(message, { minLength: 1, maxLength: 30 }),
    leaf: fc.nat(),
  })
  return conversation.map(
    ({ messages, leaf, ...rest }): Transcript => ({
      ...rest,
      leaf: leaf % messages.length,
      messages: messages.map(
        ({ attachedTo, isInterrupted, isExcluded, name, player, ...said }, index): TranscriptMessage => {
          const parent = attachedTo % (index + 1)
          const status = isInterrupted && (anyStatus || said.role === 'character') ? 'interrupted' : 'complete'
          return {
            parent: parent === index ? null : parent,
            ...said,
            status,
            ...(isExcluded ? { excluded: true } : {}),
            ...(name === undefined ? {} : { name }),
            ...(player && said.role === 'user' ? { player } : {}),
          }
        },
      ),
    }),
  )
}
