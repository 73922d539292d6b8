import { z } from 'zod'

/** The ids in the paths of routes. */
export const ById = z.object({ id: z.string().max(64) })
export const MessageById = ById.extend({ messageId: z.string().max(64) })
