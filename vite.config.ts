import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressBuild } from './scripts/client-build/compress-plugin.ts'
import { listOfflineShell } from './scripts/client-build/offline-shell-plugin.ts'
import { prerenderStreet } from './scripts/client-build/prerender-plugin.ts'

/** Where `npm run dev` finds the server. */
const server = process.env.DEV_SERVER ?? 'http://localhost:3000'

/**
 * What is always needed together comes together: a phone waits for the number of answers as much as for their size.
 * Left alone, everything that two pages share becomes a file of its own.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  { name: 'street', test: /client\/(?:shell\/signed-out|ui\/page-header)\.tsx$/, priority: 2 },
  { name: 'theatre', test: /client\/shell\/(?:signed-in|home\/home-page)\.tsx$/, priority: 1 },
]

export default defineConfig({
  plugins: [react(), tailwindcss(), prerenderStreet(), listOfflineShell(), compressBuild()],
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // A data: address would need its own hole in the content policy; every asset is a file with a hash in its name.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    proxy: {
      '/api': server,
      '/portraits': server,
      '/files': server,
    },
  },
})
