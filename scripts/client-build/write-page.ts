import type { StreetPage } from '../../src/client/shell/street.ts'
import { escapeHtml } from '../../src/shared/escape-html.ts'

/** Puts a rendered page into the client's `index.html`: its words into the head, its body into the root. */
export function writePage(shell: string, page: StreetPage, body: string, preloads: readonly string[]): string {
  const { hints, markup } = splitHints(body)
  const head = [
    ...scripts(shell, preloads, 'after the paint'),
    ...hints,
    ...meta(page),
    '<script src="/early-clicks.js"></script>',
  ]
  return replaceOnce(shell, [
    entryAfterThePaint,
    [/<title>.*?<\/title>/s, `<title>${escapeHtml(page.title)}</title>`],
    [/<meta name="description"[^>]*>/s, `<meta name="description" content="${escapeHtml(page.description)}" />`],
    beforeHeadEnds(head),
    ['<div id="root"></div>', `<div id="root" data-prerendered>${markup}</div>`],
  ])
}

/** What those who are signed in get first, until the client draws the page. */
export interface StartingPage {
  frame: string
  /** Answers of the server that the page will ask for. */
  calls: readonly string[]
  /** Whether the frame is much of the page already: then it comes first, and the script after it. */
  isPage: boolean
}

/** The shell, with what it shows at first, and what it will need asked for from its head. */
export function writeStartingPage(shell: string, page: StartingPage, preloads: readonly string[]): string {
  const answers = page.calls.map(
    (address) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address}">`,
  )
  return replaceOnce(shell, [
    ...(page.isPage ? [entryAfterThePaint] : []),
    beforeHeadEnds([...answers, ...scripts(shell, preloads, page.isPage ? 'after the paint' : 'at once')]),
    ['<div id="root"></div>', `<div id="root">${page.frame}</div>`],
  ])
}

/** Where there is something to see without a script, its type and its style are not to wait in line behind scripts. */
const entryAfterThePaint = ['<script type="module"', '<script type="module" fetchpriority="low"'] as const

function scripts(shell: string, files: readonly string[], when: 'at once' | 'after the paint'): string[] {
  const priority = when === 'after the paint' ? ' fetchpriority="low"' : ''
  return files
    .filter((file) => !shell.includes(file))
    .map((file) => `<link rel="modulepreload"${priority} crossorigin href="/${file}">`)
}

const beforeHeadEnds = (lines: readonly string[]) =>
  ['</head>', `${lines.map((line) => `  ${line}\n  `).join('')}</head>`] as const

/** React writes what it wants fetched early in front of the markup; it belongs in the head. */
function splitHints(body: string): { hints: string[]; markup: string } {
  const hints = /^(?:<link rel="preload"[^>]*>)*/.exec(body)?.[0] ?? ''
  return { hints: hints.match(/<link[^>]*>/g) ?? [], markup: body.slice(hints.length) }
}

function meta({ title, description }: StreetPage): string[] {
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

function replaceOnce(text: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((now, [place, words]) => {
    const next = now.replace(place, () => words)
    if (next === now) throw new Error(`index.html has no ${place} to fill`)
    return next
  }, text)
}
