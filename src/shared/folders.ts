import { z } from 'zod'
import { cleanText } from './clean-text.ts'

export const folderLimits = { name: 60, count: 100 } as const

/** `POST /api/folders` and `PATCH /api/folders/:id`. */
export const FolderFields = z.object({
  name: z
    .string()
    .transform((value) => cleanText(value).replaceAll(/\s+/gu, ' '))
    .refine((value) => value.length > 0, 'A folder needs a name')
    .refine(
      (value) => [...value].length <= folderLimits.name,
      `Please keep the name to ${folderLimits.name} characters or less`,
    ),
})

export const Folder = z.object({
  id: z.string(),
  name: z.string(),
  /** Conversations in it, without deleted and archived ones. */
  count: z.number().int(),
})
export type Folder = z.infer<typeof Folder>
