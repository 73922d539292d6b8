import { z } from 'zod'

/** `GET /api/admin/local-models`: models that run on this machine, on the instance that was asked. */
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

export const LocalDownloadRequest = z.object({ id: z.string().max(64) })
