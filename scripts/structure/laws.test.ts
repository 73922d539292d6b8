import { describe, expect, test } from 'vitest'
import { findViolations, laws, type Tree } from './laws.ts'

/** A small house that keeps every law. */
const house: Record<string, string> = {
  'src/engine/prompt/plan.ts': "import { budget } from './budget.ts'\nexport const plan = () => budget(1)\n",
  'src/engine/prompt/budget.ts': 'export const budget = (now: number) => now\n',
  'src/engine/prompt/plan.test.ts':
    "import { test } from 'vitest'\nimport { plan } from './plan.ts'\ntest('plans', plan)\n",
  'src/engine/macros/index.ts': "import { char } from './char.ts'\nexport const macros = [char]\n",
  'src/engine/macros/char.ts': "export const char = 'char'\n",
  'src/shared/chat.ts': "import { z } from 'zod'\nexport const Message = z.object({})\n",
  'src/server/app.ts': "import { chatRoutes } from '#server/chat/routes.ts'\nexport const app = [chatRoutes]\n",
  'src/server/core/clock.ts': 'export const systemClock = { now: () => Date.now() }\n',
  'src/server/core/context.ts': "import type { Db } from '#server/db/database.ts'\nexport type Context = { db: Db }\n",
  'src/server/db/database.ts': "import { Kysely } from 'kysely'\nexport type Db = Kysely<unknown>\n",
  'src/server/chat/routes.ts':
    "import { open } from './open.ts'\nexport const chatRoutes = (app) => app.get('/api', open)\n",
  'src/server/chat/open.ts':
    "import { find } from './queries.ts'\nimport { viewLine } from './view.ts'\nexport const open = async (db) => viewLine(await find(db))\n",
  'src/server/chat/queries.ts':
    "import type { Db } from '#server/db/database.ts'\nexport const find = (db: Db) => db.selectFrom('lines').execute()\n",
  'src/server/chat/view.ts':
    "import type { Row } from './queries.ts'\nexport const viewLine = (row: Row) => ({ id: row.id })\n",
  'src/client/lib/http.ts': 'export const get = (path: string) => fetch(path)\n',
  'src/client/chat/api.ts': "import { get } from '#client/lib/http.ts'\nexport const line = () => get('/api')\n",
  'src/client/routes.tsx':
    "import { line } from '#client/chat/api.ts'\nexport const Routes = () => <p>{String(line)}</p>\n",
  'tests/integration/chat.test.ts': "import { app } from '#server/app.ts'\nit('serves', () => app.at(Date.now()))\n",
}

/** Law → where it is broken, by what, and on which line that must be told. */
const plants: [law: string, what: string, path: string, code: string, line?: number][] = [
  ['rooms', 'the engine imports shared', 'src/engine/cards/read.ts', "\nimport '#shared/chat.ts'", 2],
  ['rooms', 'the engine imports a package', 'src/engine/cards/read.ts', "import { z } from 'zod'"],
  ['rooms', 'the engine imports the platform', 'src/engine/cards/read.ts', "const fs = await import('node:fs')"],
  ['rooms', 'the engine imports itself by an alias', 'src/engine/cards/read.ts', "import '#engine/prompt/plan.ts'"],
  ['rooms', 'a test of the engine imports shared', 'src/engine/cards/read.test.ts', "import '#shared/chat.ts'"],
  ['rooms', 'shared imports the server', 'src/shared/images.ts', "import type { Db } from '../server/db/database.ts'"],
  [
    'rooms',
    'shared imports the client by passing it on',
    'src/shared/images.ts',
    "export const a = 1\nexport { get } from '#client/lib/http.ts'",
    2,
  ],
  ['rooms', 'shared imports the platform', 'src/shared/images.ts', "import path from 'node:path'"],
  ['rooms', 'the server imports the client', 'src/server/chat/send.ts', "import { get } from '#client/lib/http.ts'"],
  ['rooms', 'the client imports the server', 'src/client/chat/page.tsx', "import { open } from '#server/chat/open.ts'"],
  ['rooms', 'the client imports the platform', 'src/client/chat/page.tsx', "import path from 'node:path'"],
  ['rooms', 'the house imports its tests', 'src/server/chat/send.ts', "import '#tests/support/app.ts'"],
  ['floors', 'http imports accounts', 'src/server/http/errors.ts', "import '#server/accounts/login.ts'"],
  [
    'floors',
    'characters import chat, by type',
    'src/server/characters/save.ts',
    "import type { a } from '../chat/open.ts'",
  ],
  ['floors', 'chat imports billing', 'src/server/chat/send.ts', "import '#server/billing/subscribe.ts'"],
  ['floors', 'chat imports app.ts', 'src/server/chat/send.ts', "import '#server/app.ts'"],
  ['floors', 'a new folder has no floor', 'src/server/gifts/send.ts', 'export const gift = 1'],
  ['floors', 'ui imports a capability', 'src/client/ui/button.tsx', "import '#client/chat/api.ts'"],
  ['floors', 'a capability imports the shell', 'src/client/chat/page.tsx', "import '#client/shell/sidebar.tsx'"],
  ['floors', 'the shell imports main.tsx', 'src/client/shell/sidebar.tsx', "import '#client/main.tsx'"],
  ['circles', 'core and db import each other', 'src/server/db/sqlite.ts', "import '#server/core/clock.ts'"],
  [
    'database',
    'an intent imports the database',
    'src/server/chat/send.ts',
    "import { a } from '#server/db/database.ts'",
  ],
  ['database', 'an intent imports the query builder', 'src/server/chat/send.ts', "import { sql } from 'kysely'"],
  [
    'database',
    'routes write a query',
    'src/server/images/routes.ts',
    "export const a = (db) => db\n  .selectFrom('a')\n  .execute()",
  ],
  ['database', 'http imports a driver', 'src/server/http/health.ts', "import pg from 'pg'"],
  [
    'routes',
    'an intent answers an address',
    'src/server/chat/send.ts',
    "export const a = (app) => app.post('/api', a)",
  ],
  ['views', 'an intent shapes an answer', 'src/server/chat/send.ts', '\nexport function viewLine(row) {}', 2],
  ['views', 'a view asks the database', 'src/server/images/view.ts', "import { find } from './queries.ts'"],
  ['views', 'a view waits', 'src/server/images/view.ts', 'export const a = async (b) => (await b).c'],
  [
    'barrels',
    'a file passes on others',
    'src/client/ui/all.ts',
    "export * from './button.tsx'\nexport { a } from './a.tsx'",
  ],
  ['barrels', 'a capability has an index', 'src/server/chat/index.ts', 'export const a = 1'],
  ['names', 'a file is called utils', 'src/client/lib/utils.ts', 'export const a = 1'],
  ['names', 'a folder is called helpers', 'src/server/chat/helpers/line.ts', 'export const a = 1'],
  ['names', 'a test is called helpers', 'tests/support/chat.helpers.ts', 'export const a = 1'],
  ['chance', 'the engine reads the clock', 'src/engine/memory/window.ts', '\nexport const at = () => new Date()', 2],
  ['chance', 'an intent reads the clock', 'src/server/chat/send.ts', 'export const at = Date.now()'],
  ['chance', 'an intent throws dice', 'src/server/chat/send.ts', 'export const n = () => Math.random()'],
  ['chance', 'an intent makes an id', 'src/server/chat/send.ts', 'export const n = () => crypto.randomUUID()'],
  [
    'chance',
    'an intent makes a secret',
    'src/server/chat/send.ts',
    "import { randomBytes } from 'node:crypto'\nexport const n = randomBytes(8)",
    2,
  ],
  ['excuses', 'something is put off', 'src/client/chat/page.tsx', '// TODO later\nexport const a = 1'],
  ['excuses', 'something is put off in a script', 'scripts/seed.ts', 'export const a = 1 /* FIXME */'],
  ['excuses', 'the type checker is silenced', 'src/server/chat/send.ts', '// @ts-expect-error\nexport const a = 1'],
  ['excuses', 'a cast to any', 'tests/support/app.ts', 'export const a = JSON.parse("1") as any'],
  ['excuses', 'a test is left out', 'tests/integration/chat.test.ts', "test.skip('serves', () => {})"],
  ['excuses', 'all tests but one are left out', 'src/shared/chat.test.ts', "describe.only('chat', () => {})"],
]

const tree = (changes: Record<string, string> = {}): Tree => new Map(Object.entries({ ...house, ...changes }))

describe('the laws of the house', () => {
  test('let a house be that keeps them', () => {
    expect(findViolations(tree())).toEqual([])
  })

  test.each(plants)('%s: %s', (law, _what, path, code, line = 1) => {
    const found = findViolations(tree({ [path]: code }))
    expect(found.map((violation) => violation.law)).toEqual([law])
    const [violation] = found
    const where = law === 'circles' ? ['src/server/core/context.ts', 1] : [path, line]
    expect([violation?.path, violation?.line]).toEqual(where)
    expect(violation?.instead).not.toBe('')
  })

  test('are each seen to bite', () => {
    expect(new Set(plants.map(([law]) => law))).toEqual(new Set(laws.map((law) => law.name)))
  })

  test('look past words in strings and comments', () => {
    const code = `export const help = "import '#client/a.ts'; Date.now()" // any Math.random() import '#client/b.ts'`
    expect(findViolations(tree({ 'src/server/chat/send.ts': code }))).toEqual([])
  })

  test('let an intent carry a transaction, a provider post, and the shell show the routes', () => {
    const good = {
      'src/server/chat/send.ts': "import type { Db } from '#server/db/database.ts'\nexport const send = (db: Db) => db",
      'src/server/providers/models/ours.ts': "export const call = (http) => http.post('/chat/completions')",
      'src/client/shell/frame.tsx': "import { Routes } from '#client/routes.tsx'\nexport const Frame = Routes",
    }
    expect(findViolations(tree(good))).toEqual([])
  })

  test('do not pass over a file they cannot read', () => {
    expect(() => findViolations(tree({ 'src/shared/broken.ts': 'export const = 1' }))).toThrow('src/shared/broken.ts')
  })
})
