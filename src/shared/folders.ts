import { z } from 'zod'
import { changingAccount, type Routes, reading } from './routes.ts'
import { nameUpTo } from './text-fields.ts'

export const folderLimits = { name: 60, count: 100 } as const

export const FolderFields = z.object({ name: nameUpTo(folderLimits.name, 'the name', 'A folder needs a name') })

export const Folder = z.object({
  id: z.string(),
  name: z.string(),
  /** Conversations in it, without deleted and archived ones. */
  count: z.number().int(),
})
export type Folder = z.infer<typeof Folder>

const limited = { ...changingAccount, limit: 'folders' } as const

/** `PATCH /api/conversations/:id` puts a conversation into a folder. */
export const folderApi = {
  'GET /api/folders': { ...reading, response: z.array(Folder) },
  'POST /api/folders': { ...limited, body: FolderFields, response: Folder, status: 201 },
  'PATCH /api/folders/:id': { ...limited, body: FolderFields },
  'DELETE /api/folders/:id': limited,
} as const satisfies Routes
