import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/core/clock.ts'
import type { TaggedJson } from '#server/http/conditional-get.ts'

/** A page of the gallery as it is sent to everyone who has no character of their own on it. */
export interface GalleryPage extends TaggedJson {
  nextCursor: string | null
  authorIds: ReadonlySet<string>
}

/** Milliseconds after which chats, and writes on other instances, show. Writes on this instance show immediately. */
export const galleryCacheTtl = 1_000
/** A page is about 30 kB, and 10 kB more once it was compressed. */
const maxPages = 100

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Serialized gallery pages, keyed by the ratings a viewer may browse and the query. */
export class GalleryCache {
  readonly #pages: LRUCache<string, GalleryPage>
  #generation = 0

  constructor(clock: Clock) {
    this.#pages = new LRUCache({ max: maxPages, ttl: galleryCacheTtl, ttlResolution: 0, perf: { now: clock.elapsed } })
  }

  async read(key: string, load: () => Promise<GalleryPage>): Promise<GalleryPage> {
    const cached = this.#pages.get(key)
    if (cached) return cached
    const generation = this.#generation
    const page = await load()
    // A write that finished meanwhile may be missing from the page.
    if (generation === this.#generation) this.#pages.set(key, page)
    return page
  }

  clear(): void {
    this.#generation += 1
    this.#pages.clear()
  }

  /** Clears the cache after each successful write of these routes, before its response is sent. */
  clearAfterWrites(app: FastifyInstance): void {
    app.addHook('onSend', (request, reply, payload, done) => {
      if (!safeMethods.has(request.method) && reply.statusCode < 400) this.clear()
      done(null, payload)
    })
  }
}
