import type { StreetPage } from '../../src/client/shell/street.ts'

/** Puts a rendered page into the client's `index.html`: its words into the head, its body into the root. */
export function writePage(shell: string, page: StreetPage, body: string, preloads: readonly string[]): string {
  const { hints, markup } = splitHints(body)
  const head = [
    ...preloads
      .filter((file) => !shell.includes(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...hints,
    ...meta(page),
    '<script src="/early-clicks.js"></script>',
  ]
  return replaceOnce(shell, [
    [/<title>.*?<\/title>/s, `<title>${inAttribute(page.title)}</title>`],
    [/<meta name="description"[^>]*>/s, `<meta name="description" content="${inAttribute(page.description)}" />`],
    ['</head>', `${head.map((line) => `  ${line}\n  `).join('')}</head>`],
    ['<div id="root"></div>', `<div id="root" data-prerendered>${markup}</div>`],
  ])
}

/** React writes what it wants fetched early in front of the markup; it belongs in the head. */
function splitHints(body: string): { hints: string[]; markup: string } {
  const hints = /^(?:<link rel="preload"[^>]*>)*/.exec(body)?.[0] ?? ''
  return { hints: hints.match(/<link[^>]*>/g) ?? [], markup: body.slice(hints.length) }
}

function meta({ title, description }: StreetPage): string[] {
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${inAttribute(content)}" />`
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

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
