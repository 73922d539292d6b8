import { z } from 'zod'
import { cleanText } from './clean-text.ts'
import type { Routes } from './routes.ts'
import { sitePageNames } from './site-page-names.ts'

export const sitePageLimits = { text: 50_000 } as const

const SitePageParams = z.object({ name: z.enum(sitePageNames) })

/** Markdown without HTML. */
export const SitePage = z.object({
  text: z.string(),
  /** Null: the draft that comes with Troupe. */
  updatedAt: z.number().int().nullable(),
})
export type SitePage = z.infer<typeof SitePage>

/** Without a text, the draft is used again. */
export const SitePageRequest = z.object({
  text: z
    .string()
    .max(sitePageLimits.text, 'The text is too long: use up to 50,000 characters')
    .transform(cleanText)
    .refine((text) => text !== '', 'Write something, or go back to the draft')
    .nullable(),
  /** Of the page that was edited: a change by somebody else since then is not overwritten. */
  updatedAt: z.number().int().nullable(),
})
export type SitePageRequest = z.infer<typeof SitePageRequest>

/** Everybody reads the pages, admins edit them. */
export const sitePageApi = {
  'GET /api/site-pages/:name': { access: 'public', params: SitePageParams, response: SitePage },
  'PUT /api/admin/site-pages/:name': {
    access: 'admin',
    params: SitePageParams,
    body: SitePageRequest,
    response: SitePage,
  },
} as const satisfies Routes
