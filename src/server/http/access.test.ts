import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { OwnSessionId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { Access } from '#shared/routes.ts'
import { enforceAccess } from './access.ts'
import { setErrorHandling } from './error-handler.ts'

const free: Viewer = {
  id: 'u1',
  username: 'ada',
  display_name: null,
  player_name: null,
  chat_filter: 0,
  has_memory: 1,
  account_type: 'free',
  is_moderator: 0,
  adult_confirmed_at: null,
  deletion_requested_at: null,
  suspended_until: null,
  has_persona_defaults: 0,
  dismissed_announcement: null,
  created_at: 0,
  session_id: 's1' as OwnSessionId,
  session_created_at: 0,
  has_webhooks: 0,
}
const callers = {
  anonymous: null,
  free,
  pending: { ...free, deletion_requested_at: 1 },
  suspended: { ...free, suspended_until: 1 },
}
const admins = {
  admin: { ...free, account_type: 'admin' },
  pendingAdmin: { ...callers.pending, account_type: 'admin' },
  suspendedAdmin: { ...callers.suspended, account_type: 'admin' },
  moderator: { ...free, is_moderator: 1 },
}
const everyone: Record<string, Viewer | null> = { ...callers, ...(admins as Record<string, Viewer>) }

/** The statuses in the order of `everyone`. */
function statuses(text: string): Record<string, number> {
  const values = text.split(' ').map(Number)
  return Object.fromEntries(Object.keys(everyone).map((name, index) => [name, values[index] ?? 0]))
}

function createServer(viewer: Viewer | null) {
  const app = fastify()
  setErrorHandling(app)
  enforceAccess(app, async () => viewer)
  const schema = { body: { type: 'object', required: ['name'] } }
  for (const access of [
    'public',
    'optional',
    'signed-in',
    'signed-in-pending-deletion',
    'signed-in-suspended',
    'moderator',
    'admin',
  ] as const) {
    app.post(`/${access}`, { config: { access }, schema }, async (request) => ({
      caller: access === 'public' ? null : (request.signedInViewer?.id ?? null),
    }))
  }
  app.get('/careless', { config: { access: 'public' } }, async (request) => request.viewer.id)
  return app
}

describe('the access a route declares', () => {
  const servers = Object.entries(everyone).map(([name, viewer]) => [name, createServer(viewer)] as const)
  it.each<[Access, Record<string, number>]>([
    ['public', statuses('200 200 200 200 200 200 200 200')],
    ['optional', statuses('200 200 200 200 200 200 200 200')],
    ['signed-in', statuses('401 200 403 403 200 403 403 200')],
    ['signed-in-pending-deletion', statuses('401 200 200 200 200 200 200 200')],
    ['signed-in-suspended', statuses('401 200 403 200 200 403 200 200')],
    ['moderator', statuses('401 403 403 403 200 403 403 200')],
    ['admin', statuses('401 403 403 403 200 403 403 403')],
  ])('%s', async (access, expected) => {
    const actual: Record<string, number> = {}
    for (const [name, app] of servers) {
      const response = await app.inject({ method: 'POST', url: `/${access}`, payload: { name: 'Ada' } })
      actual[name] = response.statusCode
    }
    expect(actual).toEqual(expected)
  })

  it('must be declared: a route without it stops the start', () => {
    const app = createServer(null)
    expect(() => app.get('/undeclared', async () => null)).toThrow('GET /undeclared declares no access')
  })

  it('may be declared for the routes of a third-party plugin', async () => {
    const app = createServer(null)
    app.register(async (scope) => {
      scope.decorate('pluginAccess', 'signed-in')
      scope.get('/of-a-plugin', async () => null)
    })
    expect((await app.inject('/of-a-plugin')).statusCode).toBe(401)
  })

  it('leaves no viewer on a public route: reading it is an error', async () => {
    const app = createServer(free)
    expect((await app.inject('/careless')).statusCode).toBe(500)
  })
})
