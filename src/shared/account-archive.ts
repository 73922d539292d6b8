import { z } from 'zod'
import { StoredCharacterFields } from './characters.ts'
import { contentRatings } from './entitlements.ts'

export const archiveFormat = 'troupe-archive'

/**
 * What an archive has, in the order in which it is imported: what refers to others comes after them. `account` is everything
 * that is known of the account, to read; it is not imported.
 */
export const archiveKinds = [
  ...(['picture', 'lorebook', 'character', 'persona', 'conversation'] as const),
  ...(['quick-reply', 'account'] as const),
] as const
export type ArchiveKind = (typeof archiveKinds)[number]

/**
 * A file of an archive. Its bytes have no ids and no times of the account, so that the same thing has the same hash on each
 * server; those are here.
 */
export const ArchiveEntry = z.object({
  kind: z.enum(archiveKinds),
  path: z.string(),
  sha256: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** By which other entries refer to it. Of a picture: its address. */
  id: z.string(),
  name: z.string(),
  updatedAt: z.number().int().optional(),
  /** The address of the picture of a character or a persona; empty for none. */
  picture: z.string().optional(),
  /** Whether the picture of a character is the one in its card, which exports then have as it came. */
  isPictureOfCard: z.boolean().optional(),
  /** Of a character: the addresses of its pictures of expressions. */
  expressions: StoredCharacterFields.shape.expressions.optional(),
  /** The address of the picture behind the chats of a character, or behind a conversation, where that has its own or none. */
  background: z.string().optional(),
  /** Of a character; of a conversation, what the user has chosen for it. */
  contentRating: z.enum(contentRatings).nullish(),
  isPublic: z.boolean().optional(),
  isDefinitionPublic: z.boolean().optional(),
  isExportAllowed: z.boolean().optional(),
  /** Of a persona or a conversation. */
  lorebookIds: z.array(z.string()).optional(),
  /** The characters for whom a persona is the default; null for all. */
  defaultFor: z.array(z.string().nullable()).optional(),
  characterId: z.string().optional(),
  /** In the order of the file, which has no ids. */
  participantIds: z.array(z.string()).optional(),
  /** `account`: none; null: the default one; left out where that is none. */
  personaId: z.string().nullish(),
  folder: z.string().optional(),
  isPinned: z.boolean().optional(),
  isArchived: z.boolean().optional(),
  hasMemory: z.boolean().optional(),
})
export type ArchiveEntry = z.infer<typeof ArchiveEntry>

/** `manifest.json` of an archive. */
export const ArchiveManifest = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(1),
  application: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  entries: z.array(ArchiveEntry),
  /** What the account has and only `account.json` holds, in sentences. */
  leftOut: z.array(z.string()),
})
export type ArchiveManifest = z.infer<typeof ArchiveManifest>
