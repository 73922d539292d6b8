import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { createServer, type Plugin, type Rolldown } from 'vite'
import { type StreetPage, streetPages } from '../../src/client/shell/street.ts'
import { chunksFor } from './chunks-for.ts'
import { fetchEarly, writePage } from './write-page.ts'

/** What a page's script consists of beyond the entry: fetched beside it, not after it. */
const halves: Record<string, string[]> = {
  '/': ['src/client/shell/signed-out.tsx'],
  '/subscribe': ['src/client/shell/signed-out.tsx', 'src/client/billing/visitor-subscribe-page.tsx'],
}

/** What those who are signed in need at once: on every page, and on the one they come in by. */
const inside = { modules: ['src/client/shell/signed-in.tsx'], calls: ['/api/auth/me'] }
const insideFiles = {
  'index.html': inside,
  'home.html': {
    modules: [...inside.modules, 'src/client/characters/home-page.tsx', 'src/client/ui/toaster.tsx'],
    calls: [...inside.calls, '/api/characters/public'],
  },
}

/**
 * Renders the pages of signed-out visitors to HTML beside `index.html`, so that they paint before any script runs; and
 * has the pages of those who are signed in fetch at once what they would otherwise find out they need one by one.
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
      const bodies = await render(root, streetPages)
      const chunks = Object.values(bundle) as Rolldown.OutputChunk[]
      for (const [file, { modules, calls }] of Object.entries(insideFiles)) {
        const html = fetchEarly(String(shell.source), chunksFor(chunks, root, modules), calls)
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

/** Runs the client's own modules here, through React's server renderer. */
async function render(root: string, pages: readonly StreetPage[]): Promise<Map<string, string>> {
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
    const { renderPage } = (await vite.ssrLoadModule('/src/client/prerender.tsx')) as {
      renderPage: (path: string) => Promise<string>
    }
    return new Map(await Promise.all(pages.map(async (page) => [page.path, await renderPage(page.path)] as const)))
  } finally {
    await vite.close()
  }
}
