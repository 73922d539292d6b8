// The service worker caches the scripts and styles of the app, so that it opens offline and can show an offline page. It
// caches nothing else: no API responses, no images, no conversations.
//
// Pages are fetched from the network first, so a new build is used at once. A new worker becomes active after the last
// tab of the old build is closed, so that open tabs can still load their chunks.

// The build replaces the next line (scripts/client-build/offline-shell-plugin.ts).
const build = null
const page = '/index.html'
/** Files without a hash in their name: fetched from the network, and from the cache when offline. */
const networkFirst = [page, '/first-paint.js']
const cacheName = `shell-${build?.version}`
const precached = new Set(build?.files ?? [])

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (precached.has(pathname)) event.respondWith(matchShell(pathname, request))
  else if (networkFirst.includes(pathname)) event.respondWith(fetch(request).catch(() => matchShell(pathname, request)))
  else if (request.mode === 'navigate' && !/^\/(?:api|files|portraits)(?:\/|$)/.test(pathname)) {
    event.respondWith(fetch(request).catch(() => matchShell(page, request)))
  }
})

/** File names contain a content hash, so files cached by an older build are copied instead of downloaded. */
async function cacheShell() {
  const cache = await caches.open(cacheName)
  await cache.addAll(networkFirst.map((file) => new Request(file, { cache: 'reload' })))
  await Promise.all(
    [...precached].map(async (file) => {
      const cached = await caches.match(file)
      if (cached) await cache.put(file, cached)
      else await cache.add(file)
    }),
  )
}

async function deleteOldCaches() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
}

async function matchShell(file, request) {
  const cache = await caches.open(cacheName)
  return (await cache.match(file)) ?? fetch(request)
}
