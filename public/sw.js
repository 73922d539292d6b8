// The service worker: it keeps the shell of the app, so that the house opens without a network and can say what is the
// matter. It keeps nothing else: no answer of the API, no picture, no conversation.
//
// Pages always come from the network when there is one, so nobody waits for a new build. A new worker waits until the
// last tab of the old build is closed, and so no tab ever loses the files it may still ask for.

// The next line is filled in when the client is built (scripts/client-build/offline-shell-plugin.ts).
const build = null
const page = '/index.html'
/** Without a hash in their name: the network's are newer, these are for when there is none. */
const fresh = [page, '/first-paint.js']
const cacheName = `shell-${build?.version}`
const kept = new Set(build?.files ?? [])

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldShells())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (kept.has(pathname)) event.respondWith(fromShell(pathname, request))
  else if (fresh.includes(pathname)) event.respondWith(fetch(request).catch(() => fromShell(pathname, request)))
  else if (request.mode === 'navigate' && !/^\/(?:api|files|portraits)(?:\/|$)/.test(pathname)) {
    event.respondWith(fetch(request).catch(() => fromShell(page, request)))
  }
})

/** Files have their hash in their name: what an older build already brought is taken over. */
async function keepShell() {
  const cache = await caches.open(cacheName)
  await cache.addAll(fresh.map((file) => new Request(file, { cache: 'reload' })))
  await Promise.all(
    [...kept].map(async (file) => {
      const known = await caches.match(file)
      if (known) await cache.put(file, known)
      else await cache.add(file)
    }),
  )
}

async function forgetOldShells() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
}

async function fromShell(file, request) {
  const cache = await caches.open(cacheName)
  return (await cache.match(file)) ?? fetch(request)
}
