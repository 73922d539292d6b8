import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const clock = 'Times, ids and random values are arguments'
const query = "Write the statement in the capability's queries.ts"

const webhook = 'Check the signature of a webhook'

/** A file, its code, and the message of the rule it breaks. */
const violations: [file: string, code: string, message: string][] = [
  ['src/engine/a1.ts', 'export const a = () => Date.now()', clock],
  ['src/engine/a2.ts', 'export const a = () => new Date()', clock],
  ['src/shared/a3.ts', 'export const a = () => Math.random()', clock],
  ['src/server/chat/a4.ts', 'export const a = () => crypto.randomUUID()', clock],
  ['src/server/chat/a5.ts', "import { randomBytes } from 'node:crypto'\nexport const a = () => randomBytes(8)", clock],
  ['src/server/http/a6.ts', 'export const a = () => performance.now()', clock],
  ['src/server/chat/b1.ts', "export const a = (db: Db) => db\n  .selectFrom('a')\n  .execute()", query],
  ['src/server/chat/b2.ts', "export const a = (db: Db) => db.updateTable('a').execute()", query],
  [
    'src/server/providers/w1.ts',
    'export const a = (s: Stripe) => s.webhooks.constructEventWithoutVerification("{}")',
    webhook,
  ],
  ['src/server/providers/w2.ts', 'export const a = (s: Stripe) => s.webhooks.constructEvent(b, c, d, 0)', webhook],
  ['src/client/ui/c1.ts', "export * from './button.tsx'", 'noReExportAll'],
  ['src/client/ui/index.ts', "export { a } from './a.tsx'", 'noBarrelFile'],
  ['tests/d1.test.ts', "test.skip('saves', () => {})", 'noSkippedTests'],
  ['tests/d2.test.ts', "describe.only('chat', () => {})", 'noFocusedTests'],
  ['tests/d3.test.ts', 'export const a: any = 1', 'noExplicitAny'],
]
const sound: [file: string, code: string][] = [
  ['src/engine/s1.ts', 'export const a = (time: number) => new Date(time)'],
  ['src/engine/s2.test.ts', 'export const a = Date.now()'],
  ['src/server/core/s3.ts', 'export const systemClock = { now: () => Date.now() }'],
  ['src/server/chat/queries.ts', "export const a = (db: Db) => db.selectFrom('a').execute()"],
  ['src/server/providers/s5.ts', 'export const a = (s: Stripe) => s.webhooks.constructEvent(b, c, d, 300)'],
  ['src/client/chat/s4.ts', 'export const a = () => Date.now()'],
]

let tree: string
let findings: { file: string; text: string }[]
beforeAll(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'lint-rules-'))
  cpSync(path.join(root, 'biome.json'), path.join(tree, 'biome.json'))
  cpSync(path.join(root, 'scripts/lint'), path.join(tree, 'scripts/lint'), { recursive: true })
  for (const [file, code] of [...violations, ...sound]) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
    writeFileSync(path.join(tree, file), `${code}\n`)
  }
  const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', '.']
  const { stdout } = spawnSync(path.join(root, 'node_modules/.bin/biome'), args, { cwd: tree, encoding: 'utf8' })
  const report: { diagnostics: { category: string; message: unknown; location: { path: unknown } }[] } =
    JSON.parse(stdout)
  findings = report.diagnostics.map(({ category, message, location }) => ({
    file: JSON.stringify(location.path),
    text: `${category} ${JSON.stringify(message)}`,
  }))
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

test.each(violations)('%s: %s', (file, _code, message) => {
  const texts = findings.filter((finding) => finding.file.includes(file)).map(({ text }) => text)
  expect(texts.join('\n')).toContain(message)
})

test.each(sound)('nothing is wrong with %s', (file) => {
  expect(findings.filter((finding) => finding.file.includes(file))).toEqual([])
})
