// Without a schema: the landing page loads it.

/** The pages that admins write, by the path at which everybody reads them. */
export const sitePages = {
  terms: { title: 'Terms' },
  privacy: { title: 'Privacy' },
  rules: { title: 'House rules' },
} as const
export const sitePageNames = ['terms', 'privacy', 'rules'] as const
export type SitePageName = (typeof sitePageNames)[number]
