import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressBuild } from './scripts/client-build/compress-plugin.ts'
import { prerenderPages } from './scripts/client-build/prerender-plugin.ts'
import { writePreviewFonts } from './scripts/client-build/preview-fonts-plugin.ts'

/** The API server that `npm run dev` proxies to. */
const server = process.env.DEV_SERVER ?? 'http://localhost:3000'

/**
 * Modules that are always needed together share a chunk: on a phone the number of requests costs as much as their size.
 * By default, each module shared by two pages becomes a chunk of its own.
 */
const chunks = [
  { name: 'start', test: /client\/main\.tsx$/, priority: 3 },
  { name: 'signed-out', test: /client\/shell\/signed-out-app\.tsx$/, priority: 2 },
  { name: 'signed-in', test: /client\/shell\/(?:signed-in-app|home-page)\.tsx$/, priority: 1 },
]

export default defineConfig({
  plugins: [react(), tailwindcss(), prerenderPages(), writePreviewFonts(), compressBuild()],
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no data: URLs, so every asset is a file.
    assetsInlineLimit: 0,
    // Every browser of this target either preloads modules or loads them when they are imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
      // Drops the schemas and routes of src/shared that a page does not use.
      treeshake: { manualPureFunctions: ['z'] },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/portraits': server,
      '/files': server,
      '/ws': { target: server, ws: true },
    },
  },
})
