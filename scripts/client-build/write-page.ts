import { escapeHtml } from '../../src/shared/escape-html.ts'
import type { PublicPage } from './public-pages.ts'

/** Fills the client's `index.html` with a prerendered page: its title and description in the head, its markup in the root. */
export function writePage(shell: string, page: PublicPage, body: string, preloads: readonly string[]): string {
  const { hints, markup } = splitHints(body)
  const head = [
    ...scripts(shell, preloads, ' fetchpriority="low"'),
    ...hints,
    ...metaTags(page),
    '<script src="/early-clicks.js"></script>',
  ]
  return replaceOnce(shell, [
    // Fonts and styles load before scripts, which the markup does not need.
    [/<script type="module"/g, '<script type="module" fetchpriority="low"'],
    [/<title>.*?<\/title>/s, `<title>${escapeHtml(page.title)}</title>`],
    [/<meta name="description"[^>]*>/s, `<meta name="description" content="${escapeHtml(page.description)}" />`],
    appendToHead(head),
    ['<div id="root"></div>', `<div id="root" data-prerendered>${markup}</div>`],
  ])
}

/** What signed-in users see until the client renders the page. */
interface SkeletonPage {
  markup: string
  /** API paths that the page requests at its start. */
  apiPaths: readonly string[]
}

/** Fills `index.html` with a skeleton, and its head with preload links for scripts and API calls. */
export function writeSkeletonPage(shell: string, page: SkeletonPage, preloads: readonly string[]): string {
  const apiPreloads = page.apiPaths.map(
    (address) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address}">`,
  )
  return replaceOnce(shell, [
    appendToHead([...apiPreloads, ...scripts(shell, preloads)]),
    ['<div id="root"></div>', `<div id="root">${page.markup}</div>`],
  ])
}

function scripts(shell: string, files: readonly string[], priority = ''): string[] {
  return files
    .filter((file) => !shell.includes(file))
    .map((file) => `<link rel="modulepreload"${priority} crossorigin href="/${file}">`)
}

const appendToHead = (lines: readonly string[]) =>
  ['</head>', `${lines.map((line) => `  ${line}\n  `).join('')}</head>`] as const

/** React writes its preload links in front of the markup. They belong in the head. */
function splitHints(body: string): { hints: string[]; markup: string } {
  const hints = /^(?:<link rel="preload"[^>]*>)*/.exec(body)?.[0] ?? ''
  return { hints: hints.match(/<link[^>]*>/g) ?? [], markup: body.slice(hints.length) }
}

function metaTags({ title, description }: PublicPage): string[] {
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}" />`
  return [
    property('type', 'website'),
    property('site_name', 'Troupe'),
    property('title', title),
    property('description', description),
    property('image', '/icons/icon-512.png'),
    '<meta name="twitter:card" content="summary" />',
  ]
}

function replaceOnce(
  text: string,
  changes: readonly (readonly [placeholder: string | RegExp, content: string])[],
): string {
  return changes.reduce((current, [placeholder, content]) => {
    const next = current.replace(placeholder, () => content)
    if (next === current) throw new Error(`index.html has no ${placeholder}`)
    return next
  }, text)
}
