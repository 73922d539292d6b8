import { z } from 'zod'
import type { Routes } from './routes.ts'

/** Models that run on this machine, on the instance that was asked. */
export const LocalModels = z.object({
  /** The program that runs models. */
  runtime: z.object({
    state: z.enum(['installed', 'installing', 'missing', 'unsupported']),
    /** Why the last installation failed; else null. */
    problem: z.string().nullable(),
  }),
  /** Where the operator can put GGUF files. */
  folder: z.string(),
  /** Of the machine, in bytes. */
  memory: z.number(),
  files: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      bytes: z.number(),
      /** Whether a connection uses it. */
      isConnected: z.boolean(),
    }),
  ),
  /** What can be downloaded and is not here yet. */
  catalogue: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      description: z.string(),
      license: z.string(),
      bytes: z.number(),
      /** Gigabytes that the machine should have. */
      memory: z.number(),
      fits: z.boolean(),
      isRecommended: z.boolean(),
      /** What an earlier download has received. */
      receivedBytes: z.number(),
    }),
  ),
  download: z
    .object({
      id: z.string(),
      receivedBytes: z.number(),
      totalBytes: z.number(),
      /** `checking`: everything has arrived, and its checksum is computed. */
      state: z.enum(['running', 'checking', 'failed']),
      problem: z.string().nullable(),
    })
    .nullable(),
})
export type LocalModels = z.infer<typeof LocalModels>

const access = 'admin'
const response = LocalModels

export const localModelApi = {
  'GET /api/admin/local-models': { access, response },
  'POST /api/admin/local-models/runtime': { access, response },
  'POST /api/admin/local-models/download': { access, body: z.object({ id: z.string().max(64) }), response },
  'DELETE /api/admin/local-models/download': { access, response },
  'DELETE /api/admin/local-models/files/:name': { access, params: z.object({ name: z.string().max(200) }), response },
} as const satisfies Routes
