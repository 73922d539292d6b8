import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { createServer, type Plugin, type Rolldown } from 'vite'
import { type StreetPage, streetPages } from '../../src/client/shell/street.ts'
import { namePlaceholder } from '../../src/shared/home-page.ts'
import { chunksFor } from './chunks-for.ts'
import { type StartingPage, writePage, writeStartingPage } from './write-page.ts'

/** What a page's script consists of beyond the entry: fetched beside it, not after it. */
const halves: Record<string, string[]> = {
  '/': ['src/client/shell/signed-out.tsx'],
  '/subscribe': ['src/client/shell/signed-out.tsx', 'src/client/billing/visitor-subscribe-page.tsx'],
}

/** The code of the signed-in half; at the door, where most come in, the page's own as well. */
const inside = ['src/client/shell/signed-in.tsx']
const startingPages = [
  { file: 'index.html', start: 'any', modules: inside },
  {
    file: 'home.html',
    start: 'home',
    modules: [...inside, 'src/client/shell/home/home-page.tsx'],
  },
] as const

/**
 * Renders the pages of signed-out visitors to HTML beside `index.html`, so that they paint before any script runs. The
 * pages of those who are signed in get the frame they start with, and fetch at once what they would otherwise find out
 * they need one by one.
 */
export function prerenderStreet(): Plugin {
  let root = ''
  return {
    name: 'troupe:prerender',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async writeBundle(options, bundle) {
      const shell = bundle['index.html']
      if (shell?.type !== 'asset') throw new Error('The build has no index.html to prerender')
      const { bodies, starts } = await render(root, streetPages)
      const chunks = Object.values(bundle) as Rolldown.OutputChunk[]
      for (const { file, start, modules } of startingPages) {
        const html = writeStartingPage(String(shell.source), starts[start], chunksFor(chunks, root, modules))
        writeFileSync(path.join(options.dir ?? '', file), html)
      }
      for (const page of streetPages) {
        const preloads = chunksFor(chunks, root, halves[page.path] ?? [])
        const html = writePage(String(shell.source), page, bodies.get(page.path) ?? '', preloads)
        writeFileSync(path.join(options.dir ?? '', page.file), html)
      }
    },
  }
}

interface Rendered {
  bodies: Map<string, string>
  starts: { any: StartingPage; home: StartingPage }
}

/** Runs the client's own modules here, through React's server renderer. */
async function render(root: string, pages: readonly StreetPage[]): Promise<Rendered> {
  const vite = await createServer({
    root,
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { renderPage, renderStarting } = (await vite.ssrLoadModule('/src/client/prerender.tsx')) as {
      renderPage: (path: string) => Promise<string>
      renderStarting: (name: string) => Rendered['starts']
    }
    const bodies = await Promise.all(pages.map(async (page) => [page.path, await renderPage(page.path)] as const))
    return { bodies: new Map(bodies), starts: renderStarting(namePlaceholder) }
  } finally {
    await vite.close()
  }
}
