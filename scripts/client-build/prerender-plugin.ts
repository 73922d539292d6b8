import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { createServer, type Plugin, type Rolldown } from 'vite'
import { publicPages } from './public-pages.ts'
import { writePage, writeSkeletonPage } from './write-page.ts'

/** The pages with a skeleton, and the module that each preloads. */
const skeletonPages = [
  { name: 'index', module: 'src/client/shell/signed-in-app.tsx' },
  { name: 'embed', module: 'src/client/characters/embed/embed-page.tsx' },
] as const

/**
 * Renders the public pages to HTML beside `index.html`, so that they paint before any script runs. The pages for
 * signed-in users get a skeleton and preload links for their scripts and API calls, which would otherwise be discovered
 * one after the other.
 */
export function prerenderPages(): Plugin {
  let root = ''
  return {
    name: 'troupe:prerender',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async writeBundle(options, bundle) {
      const indexHtml = bundle['index.html']
      if (indexHtml?.type !== 'asset') throw new Error('The build has no index.html to prerender')
      const shell = String(indexHtml.source)
      const { bodies, skeletons } = await render(root)
      const chunks = Object.values(bundle) as Rolldown.OutputChunk[]
      const outDir = options.dir ?? ''
      for (const { name, module } of skeletonPages) {
        const html = writeSkeletonPage(shell, skeletons[name], findChunks(chunks, root, [module]))
        writeFileSync(path.join(outDir, `${name}.html`), html)
      }
      for (const [index, page] of publicPages.entries()) {
        const preloads = findChunks(chunks, root, ['src/client/shell/signed-out-app.tsx', ...page.modules])
        writeFileSync(path.join(outDir, page.file), writePage(shell, page, bodies[index] ?? '', preloads))
      }
    },
  }
}

/** Renders the client's modules with React's server renderer. */
async function render(root: string) {
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
    const { renderPage, renderSkeletons } = (await vite.ssrLoadModule(
      '/src/client/prerender.tsx',
    )) as typeof import('../../src/client/prerender.tsx')
    const bodies = await Promise.all(publicPages.map((page) => renderPage(page.path)))
    return { bodies, skeletons: renderSkeletons() }
  } finally {
    await vite.close()
  }
}

/** Lists the built files that contain the given modules, and their static imports. */
function findChunks(bundle: readonly Rolldown.OutputChunk[], root: string, modules: readonly string[]): string[] {
  const moduleIds = modules.map((module) => path.join(root, module))
  const byName = new Map(bundle.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || chunk.isEntry || found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const name of chunk.imports) add(byName.get(name))
  }
  for (const moduleId of moduleIds) {
    const chunk = bundle.find(({ type, moduleIds: ids }) => type === 'chunk' && ids.includes(moduleId))
    if (!chunk) throw new Error(`The build has no chunk with ${moduleId}`)
    add(chunk)
  }
  return [...found]
}
