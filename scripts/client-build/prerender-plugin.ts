import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { createServer, type Plugin, type Rolldown } from 'vite'
import { type StreetPage, streetPages } from '../../src/client/shell/street.ts'
import { chunksFor } from './chunks-for.ts'
import { writePage } from './write-page.ts'

/** What a page's script consists of beyond the entry: fetched beside it, not after it. */
const halves: Record<string, string[]> = {
  '/': ['src/client/shell/signed-out.tsx'],
  '/subscribe': ['src/client/shell/signed-out.tsx', 'src/client/billing/visitor-subscribe-page.tsx'],
}

/** Renders the pages of signed-out visitors to HTML beside `index.html`, so that they paint before any script runs. */
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
      for (const page of streetPages) {
        const preloads = chunksFor(Object.values(bundle) as Rolldown.OutputChunk[], root, halves[page.path] ?? [])
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
