import { z } from 'zod'
import { chatLimits, HistoryEntry, messageText } from './chat.ts'
import { embedLimits } from './embed-limits.ts'
import { editing, type Routes, reading } from './routes.ts'

/** The origin that a text names; null unless it may frame pages: encrypted, or on the author's own machine. */
function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, origin, href } = new URL(text)
  const isLocal = protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1')
  // Letters of other scripts are encoded, and what is left could be read as another directive or as a pattern.
  if ((protocol !== 'https:' && !isLocal) || !/^[\w.-]+$/.test(hostname)) return null
  return href === `${origin}/` ? origin : null
}

const Origins = z
  .array(z.string().trim().max(embedLimits.origin))
  .min(1, 'Please enter the address of at least one website')
  .max(embedLimits.origins, `Please enter ${embedLimits.origins} websites or fewer`)
  .transform((texts, context) => {
    const origins = new Set<string>()
    for (const text of texts) {
      const origin = originOf(text)
      if (origin) origins.add(origin)
      else context.addIssue(`“${text}” is not the address of a website without a page. Write it as https://example.org`)
    }
    return [...origins]
  })

export const EmbedRequest = z.object({ origins: Origins })

/** `token` is null where the character is not embedded. */
export const Embed = z.object({ token: z.string().nullable(), origins: z.array(z.string()) })
export type Embed = z.infer<typeof Embed>

/** What a guest sees of the character. */
export const EmbeddedCharacter = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  avatar: z.string(),
  greeting: z.string(),
})
export type EmbeddedCharacter = z.infer<typeof EmbeddedCharacter>

export const GuestRequest = z.object({
  message: messageText(chatLimits.message),
  history: z
    .array(HistoryEntry)
    .max(embedLimits.historyEntries)
    .refine(
      (history) => history.reduce((sum, { content }) => sum + content.length, 0) <= embedLimits.history,
      'This chat has become too long. Please begin a new one.',
    )
    .default([]),
})

const ByToken = z.object({ token: z.string().max(64) })

export const embedApi = {
  'GET /api/characters/:id/embed': { ...reading, response: Embed },
  'PUT /api/characters/:id/embed': { ...editing, body: EmbedRequest, response: Embed },
  'DELETE /api/characters/:id/embed': editing,
  'GET /api/embed/:token': { access: 'public', params: ByToken, response: EmbeddedCharacter },
  'POST /api/embed/:token/chat': {
    access: 'public',
    limit: 'embed',
    bodyLimit: 256_000,
    params: ByToken,
    body: GuestRequest,
    response: z.object({ text: z.string() }),
  },
} as const satisfies Routes
