import { z } from 'zod'
import { PlayerName } from './accounts.ts'
import { ImagePath } from './characters.ts'
import { changingAccount, type Routes, reading } from './routes.ts'
import { textUpTo } from './text-fields.ts'

export const personaLimits = {
  perAccount: 100,
  /** UTF-16 code units. */
  description: 4_000,
  /** UTF-16 code units of a file. */
  file: 900_000,
} as const

export const PersonaFields = z.object({
  name: PlayerName,
  description: textUpTo(personaLimits.description).default(''),
  /** The path of an image on this server; empty without one. */
  picture: ImagePath.default(''),
})
export type PersonaFields = z.infer<typeof PersonaFields>

/**
 * `basedOn`: the `updatedAt` of the version that is changed. If it is another one by now, the save is refused
 * (`changed_elsewhere`).
 */
const PersonaChange = PersonaFields.extend({ basedOn: z.number().int().optional() })
export type PersonaChange = z.infer<typeof PersonaChange>

export const Persona = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  picture: z.string(),
  /** The lorebooks that are used in its conversations. */
  lorebookIds: z.array(z.string()),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
})
export type Persona = z.infer<typeof Persona>

/** All of the viewer's, by name, and where they are used without being chosen. */
const Personas = z.object({
  personas: z.array(Persona),
  /** The persona of conversations that have no other; null for the account's own name. */
  defaultId: z.string().nullable(),
  characters: z.array(z.object({ characterId: z.string(), characterName: z.string(), personaId: z.string() })),
})
export type Personas = z.infer<typeof Personas>

/** The persona of all conversations, or of those with one character; null for none. */
const DefaultPersonaRequest = z.object({
  characterId: z.string().min(1).max(64).optional(),
  personaId: z.string().min(1).max(64).nullable(),
})

/** In place of a persona's id: the account's own name. */
export const ownName = 'account'

/** A persona's id, `account`, or null for the default of the character or account. */
const ConversationPersonaRequest = z.object({ personaId: z.string().min(1).max(64).nullable() })

/** Who the viewer is in a conversation from the next message on. */
export const ConversationPersona = z.object({
  /** Null for the account's own name. */
  id: z.string().nullable(),
  name: z.string(),
  picture: z.string(),
  /** Where it was chosen. */
  from: z.enum(['conversation', 'character', 'account']),
})
export type ConversationPersona = z.infer<typeof ConversationPersona>

/** The text of a file that was exported here, or of SillyTavern's backup of personas. */
const PersonaImportRequest = z.object({
  text: z.string().max(personaLimits.file, 'Please import a file of 900 kB or less'),
})

export const PersonaImport = z.object({ personas: z.array(Persona), warnings: z.array(z.string()) })
export type PersonaImport = z.infer<typeof PersonaImport>

const limited = { ...changingAccount, limit: 'saveChatSettings' } as const

export const personaApi = {
  'GET /api/personas': { ...reading, response: Personas },
  'POST /api/personas': { ...limited, body: PersonaFields, response: Persona, status: 201 },
  'PUT /api/personas/:id': { ...limited, body: PersonaChange, response: Persona },
  'DELETE /api/personas/:id': changingAccount,
  'PUT /api/personas/default': { ...limited, body: DefaultPersonaRequest, response: Personas },
  'PUT /api/conversations/:id/persona': {
    ...limited,
    changes: 'conversation',
    body: ConversationPersonaRequest,
    response: ConversationPersona,
  },
  'GET /api/personas/export': reading,
  'POST /api/personas/import': { ...limited, body: PersonaImportRequest, response: PersonaImport, status: 201 },
} as const satisfies Routes
