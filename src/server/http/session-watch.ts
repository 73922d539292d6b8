import type { FastifyInstance } from 'fastify'
import type { Logger } from '#server/core/log.ts'
import { schedule } from '#server/core/schedule.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { Access } from '#shared/routes.ts'
import { findRefusal } from './access.ts'

/** Milliseconds between two checks. Other instances end sessions in the database only, so it is read. */
const interval = 500

interface Watched {
  sessionId: string
  access: Access
  end: () => void
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls `end` once the session may no longer call routes with this access. Returns how to stop watching it. */
    watchSession?: (watched: Watched) => () => void
  }
}

/** Ends what stays open after its request was allowed, event streams and sockets, when its session loses access. */
export function watchSessions(
  app: FastifyInstance,
  log: Logger,
  findViewers: (sessionIds: string[]) => Promise<Viewer[]>,
): void {
  const watched = new Set<Watched>()
  const endRefused = async () => {
    if (watched.size === 0) return
    const checked = [...watched]
    const viewers = await findViewers([...new Set(checked.map(({ sessionId }) => sessionId))])
    const bySession = new Map(viewers.map((viewer) => [String(viewer.session_id), viewer]))
    for (const { sessionId, access, end } of checked) {
      if (findRefusal(access, bySession.get(sessionId) ?? null)) end()
    }
  }
  const stop = schedule(log, { name: 'check of the sessions of open streams', interval, task: endRefused })
  app.addHook('onClose', stop)
  app.decorate('watchSession', (added) => {
    watched.add(added)
    return () => void watched.delete(added)
  })
}
