import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/** A small tree that follows every rule, and the packages it may use. */
const sound: Record<string, string> = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: { '#*': './src/*', '#tests/*': './tests/*' },
    dependencies: { kysely: '1', react: '1', zod: '1' },
  }),
  'src/engine/package.json': '{ "type": "module" }',
  'src/engine/plan.ts': "import { budget } from './budget.ts'\nexport const plan = budget",
  'src/engine/budget.ts': 'export const budget = 1',
  'src/shared/chat.ts': "import { z } from 'zod'\nexport const Message = z",
  'src/server/app.ts': "import { routes } from '#server/chat/routes.ts'\nexport const app = routes",
  'src/server/db/database.ts':
    "import { Kysely } from 'kysely'\nexport type Db = Kysely<unknown>\nexport const open = 1",
  'src/server/core/context.ts': "import type { Db } from '#server/db/database.ts'\nexport type Context = { db: Db }",
  'src/server/chat/routes.ts': "import { send } from './send.ts'\nexport const routes = [send]",
  'src/server/chat/send.ts':
    "import type { Db } from '#server/db/database.ts'\nimport { find } from './queries.ts'\nimport { view } from './view.ts'\nexport const send = (db: Db) => view(find(db))",
  'src/server/chat/queries.ts': "import { open } from '#server/db/database.ts'\nexport const find = () => open",
  'src/server/chat/send.test.ts': "import { app } from '../app.ts'\nexport const a = app",
  'src/server/chat/view.ts': "import type { find } from './queries.ts'\nexport const view = (row: typeof find) => row",
  'src/client/lib/http.ts': 'export const get = 1',
  'src/client/shell/frame.tsx': "import { pages } from '#client/routes.tsx'\nexport const Frame = <p>{pages}</p>",
  'src/client/routes.tsx': "import { get } from '#client/lib/http.ts'\nexport const pages = get",
  'tests/support/app.ts': "import { app } from '#server/app.ts'\nexport const testApp = app",
  'tests/chat.test.ts': "import { testApp } from '#tests/support/app.ts'\nexport const a = testApp",
}
for (const name of ['kysely', 'pg', 'react', 'zod']) {
  sound[`node_modules/${name}/package.json`] = JSON.stringify({ name, version: '1.0.0', main: 'index.js' })
  sound[`node_modules/${name}/index.js`] = ''
}
/** The rule, a file that breaks it, and its code. */
const violations: [rule: string, file: string, code: string][] = [
  ['engine-is-pure', 'src/engine/a1.ts', "import '../shared/chat.ts'"],
  ['engine-is-pure', 'src/engine/a2.ts', "import { z } from 'zod'"],
  ['engine-is-pure', 'src/engine/a3.ts', "export const fs = import('node:fs')"],
  ['engine-tests-are-separate', 'src/engine/a4.test.ts', "import '../shared/chat.ts'"],
  ['shared-is-the-contract', 'src/shared/b1.ts', "import type { Db } from '#server/db/database.ts'"],
  ['shared-is-the-contract', 'src/shared/b2.ts', "export { get } from '#client/lib/http.ts'"],
  ['shared-is-the-contract', 'src/shared/b3.ts', "import path from 'node:path'"],
  ['shared-is-the-contract', 'src/shared/b4.ts', "import react from 'react'"],
  ['server-and-client-are-separate', 'src/server/chat/c1.ts', "import { get } from '#client/lib/http.ts'"],
  ['server-and-client-are-separate', 'src/client/chat/c2.tsx', "import type { app } from '#server/app.ts'"],
  ['bots-use-the-public-api', 'src/bot/c3.ts', "import type { app } from '#server/app.ts'"],
  ['client-runs-in-a-browser', 'src/client/chat/d1.tsx', "import path from 'node:path'"],
  ['no-test-code-in-src', 'src/server/chat/e1.ts', "import '#tests/support/app.ts'"],
  ['no-cycles', 'src/server/chat/f1.ts', "import type { b } from './f2.ts'\nexport type a = b"],
  ['only-queries-import-the-database', 'src/server/chat/g1.ts', "import { open } from '#server/db/database.ts'"],
  ['only-queries-import-the-database', 'src/server/chat/g2.ts', "import { sql } from 'kysely'"],
  ['only-queries-import-the-database', 'src/server/http/g3.ts', "import pg from 'pg'"],
  ['only-queries-import-the-database', 'src/server/http/g4.ts', "import { DatabaseSync } from 'node:sqlite'"],
  ['views-are-pure', 'src/server/images/view.ts', "import { find } from './queries.ts'"],
  ['no-catch-all-files', 'src/client/chat/h1.ts', "import '#client/lib/utils.ts'"],
  ['no-unresolvable', 'src/engine/i1.test.ts', "import '#engine/plan.ts'"],
  ['layers-server-unknown', 'src/server/app.test.ts', "import './gifts/gift.ts'"],
  ['layers-server-chat-unknown', 'src/server/app2.test.ts', "import './chat/gifts/gift.ts'"],
  ['layers-client-unknown', 'src/client/main.tsx', "import './gifts/gift.ts'"],
  ['layers-server', 'src/server/http/j1.ts', "import '../accounts/own.ts'"],
  ['layers-server', 'src/server/billing/j2.ts', "import type { a } from '../images/own.ts'"],
  ['layers-server', 'src/server/admin/j3.ts', "import '../main.ts'"],
  ['layers-server-chat', 'src/server/chat/tree/j4.ts', "import '../turns/own.ts'"],
  ['layers-server-chat', 'src/server/chat/notes/j5.ts', "import '../memory/own.ts'"],
  ['layers-client', 'src/client/ui/k1.ts', "import '../accounts/own.ts'"],
  ['layers-client-chat', 'src/client/chat/store/k3.ts', "import '../page/own.ts'"],
  ['layers-client-chat-unknown', 'src/client/app3.test.ts', "import './chat/gifts/gift.ts'"],
  ['layers-client', 'src/client/shell/k2.ts', "import '../main.tsx'"],
]

for (const folder of ['accounts', 'images', 'chat/turns', 'chat/memory']) {
  sound[`src/server/${folder}/own.ts`] = 'export const a = 1'
}
sound['src/client/accounts/own.ts'] = 'export const a = 1'
// Code that is loaded later may import what loads it.
sound['src/client/chat/dialogs.ts'] = "export const load = () => import('./page/own.ts')"
sound['src/client/chat/page/own.ts'] = "export { load } from '../dialogs.ts'"
Object.assign(sound, {
  'src/server/billing/m1/a.ts': "import { b } from '../m2/b.ts'\nexport const a = b",
  'src/server/billing/m1/c.ts': 'export const c = 1',
  'src/server/billing/m2/b.ts': 'export const b = 1',
  'src/server/billing/m2/d.ts': "import { c } from '../m1/c.ts'\nexport const d = c",
})

interface Report {
  summary: {
    violations: { from: string; rule: { name: string } }[]
    ruleSetUsed: { forbidden: { name: string }[] }
  }
}

let tree: string
let report: Report
beforeAll(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'import-rules-'))
  const broken = Object.fromEntries(violations.map(([, file, code]) => [file, code]))
  const parts = {
    'src/server/images/queries.ts': 'export const find = 1',
    'src/server/main.ts': 'export const a = 1',
    'src/server/chat/f2.ts': "import type { a } from './f1.ts'\nexport type b = a",
    'src/client/lib/utils.ts': 'export const a = 1',
    'src/server/gifts/gift.ts': 'export const a = 1',
    'src/server/chat/gifts/gift.ts': 'export const a = 1',
    'src/client/gifts/gift.ts': 'export const a = 1',
    'src/client/chat/gifts/gift.ts': 'export const a = 1',
  }
  for (const [file, code] of Object.entries({ ...sound, ...parts, ...broken })) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
    writeFileSync(path.join(tree, file), code)
  }
  report = cruise('.dependency-cruiser.mjs', ['src', 'tests'])
})

function cruise(config: string, folders: string[]): Report {
  const program = path.join(root, 'node_modules/.bin/depcruise')
  const args = [...folders, '--output-type', 'json', '--config', path.join(root, config)]
  const { stdout } = spawnSync(program, args, { cwd: tree, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return JSON.parse(stdout)
}
afterAll(() => rmSync(tree, { recursive: true, force: true }))

const found = () => report.summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)

describe('the import rules', () => {
  test.each(violations)('%s finds %s', (rule, file) => {
    expect(found()).toContain(`${rule}: ${file}`)
  })

  test('find nothing else', () => {
    const planted = new Set(violations.map(([rule, file]) => `${rule}: ${file}`))
    expect(found().filter((violation) => !planted.has(violation))).toEqual([])
  })

  test('are all covered by this test', () => {
    const names = new Set(report.summary.ruleSetUsed.forbidden.map(({ name }) => name))
    expect(new Set(violations.map(([rule]) => rule))).toEqual(names)
  })

  test('find folders that import each other, though no two of their files do', () => {
    const { violations } = cruise('.dependency-cruiser-folders.mjs', ['src']).summary
    const folders = violations.map(({ from }) => from)
    expect(folders).toEqual(expect.arrayContaining(['src/server/billing/m1', 'src/server/billing/m2']))
  })
})
