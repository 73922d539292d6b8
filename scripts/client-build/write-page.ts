import type { PublicPage } from '../../src/client/shell/public-pages.ts'
import { escapeHtml } from '../../src/shared/escape-html.ts'

/** Fills the client's `index.html` with a prerendered page: its title and description in the head, its markup in the root. */
export function writePage(shell: string, page: PublicPage, body: string, preloads: readonly string[]): string {
  const { hints, markup } = splitHints(body)
  const head = [
    ...scripts(shell, preloads, 'low'),
    ...hints,
    ...metaTags(page),
    '<script src="/early-clicks.js"></script>',
  ]
  return replaceOnce(shell, [
    lowPriorityEntry,
    [/<title>.*?<\/title>/s, `<title>${escapeHtml(page.title)}</title>`],
    [/<meta name="description"[^>]*>/s, `<meta name="description" content="${escapeHtml(page.description)}" />`],
    appendToHead(head),
    ['<div id="root"></div>', `<div id="root" data-prerendered>${markup}</div>`],
  ])
}

/** What signed-in users see until the client renders the page. */
export interface SkeletonPage {
  markup: string
  /** API paths that the page requests at its start. */
  apiPaths: readonly string[]
  /** Whether the skeleton resembles the page. If so, scripts get a low priority, so that fonts and styles come first. */
  isPage: boolean
}

/** Files of the build by their path, such as `assets/index.css`. */
type ReadFile = (file: string) => string

/**
 * Puts the stylesheet and the first script into the page, so that it paints without another request. The page must not
 * load other styles or inline scripts: the server allows this script alone (http/static-files.ts).
 */
export function inlineFirstPaint(page: string, readFile: ReadFile): string {
  return replaceOnce(page, [
    [/<script src="\/(first-paint\.js)"><\/script>/, (file) => `<script>${readFile(file)}</script>`],
    // The disabled link loads nothing. Vite takes it for the loaded stylesheet when a chunk needs it.
    [
      /<link rel="stylesheet" crossorigin href="\/([^"]+)">/,
      (file) => `<style>${readFile(file)}</style><link rel="stylesheet" disabled href="/${file}">`,
    ],
  ])
}

/** Fills `index.html` with a skeleton, and its head with preload links for scripts and API calls. */
export function writeSkeletonPage(shell: string, page: SkeletonPage, preloads: readonly string[]): string {
  const apiPreloads = page.apiPaths.map(
    (address) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address}">`,
  )
  return replaceOnce(shell, [
    ...(page.isPage ? [lowPriorityEntry] : []),
    appendToHead([...apiPreloads, ...scripts(shell, preloads, page.isPage ? 'low' : 'auto')]),
    ['<div id="root"></div>', `<div id="root">${page.markup}</div>`],
  ])
}

/** On pages with markup, fonts and styles load before scripts. */
const lowPriorityEntry = [/<script type="module"/g, '<script type="module" fetchpriority="low"'] as const

function scripts(shell: string, files: readonly string[], priority: 'auto' | 'low'): string[] {
  const attribute = priority === 'low' ? ' fetchpriority="low"' : ''
  return files
    .filter((file) => !shell.includes(file))
    .map((file) => `<link rel="modulepreload"${attribute} crossorigin href="/${file}">`)
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

/** The text to find, and its replacement: a text, or a function of the first group found. */
type Change = readonly [string | RegExp, string | ((found: string) => string)]

function replaceOnce(text: string, changes: readonly Change[]): string {
  return changes.reduce((current, [placeholder, content]) => {
    const replace = typeof content === 'string' ? () => content : (_: string, found: string) => content(found)
    const next = current.replace(placeholder, replace)
    if (next === current) throw new Error(`index.html has no ${placeholder}`)
    return next
  }, text)
}
