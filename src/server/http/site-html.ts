import { escapeHtml } from '#shared/escape-html.ts'
import { defaultSite, type Site, siteElementId, siteTexts } from '#shared/site.ts'

export const isDefaultSite = (site: Site): boolean => JSON.stringify(site) === JSON.stringify(defaultSite)

/**
 * A page of the build with the name and the welcome text that admins have set, and what else the client needs to know of
 * the site (client/lib/site.ts). Texts are replaced, so that they are read before any script runs.
 */
export function fillSite(html: string, site: Site): string {
  const data = JSON.stringify(site).replaceAll('<', '\\u003c')
  const texts = { name: site.name, welcome: site.welcomeText || siteTexts.welcome }
  return html
    .replace('</head>', () => `<script type="application/json" id="${siteElementId}">${data}</script></head>`)
    .replace(/(<title>|og:title" content=")([^<"]*)/g, (_, tag: string, title: string) => {
      return tag + title.replace(/^Troupe(?= ·|$)|Troupe$/, () => escapeHtml(site.name))
    })
    .replace(/(data-site="(name|welcome)"[^>]*>)[^<]*/g, (_, tag: string, key: keyof typeof texts) => {
      return tag + escapeHtml(texts[key])
    })
}
