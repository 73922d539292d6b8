// Answers pages that cannot be loaded with offline.html. Nothing else is cached: no API responses, no images, no
// conversations. Browsers install the worker again after a change of this file, so raise the number with each change of
// the cached files.
const cacheName = 'offline-2'
const cached = ['/offline.html', '/first-paint.js', '/offline.js']

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(cached)))
})

self.addEventListener('activate', (event) => {
  const deleteOld = (names) =>
    Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  event.waitUntil(caches.keys().then(deleteOld))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  const isPage = request.mode === 'navigate' && !/^\/(?:api|files|portraits)\//.test(pathname)
  const file = isPage ? '/offline.html' : pathname
  if (cached.includes(file)) event.respondWith(fetch(request).catch(() => caches.match(file)))
})
