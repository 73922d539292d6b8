import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { browserFlags, findBrowser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { call, cookieOf } from '#tests/support/http-call.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { median } from './figures.ts'
import { asStarted } from './theatre.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const devices = ['desktop', 'mobile'] as const
/** Nothing of this leaves the machine: no names are looked up but our own. */
const staysHere = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

/** The landing page and the signed-in home, as Lighthouse scores them on a desktop and on a phone. */
export const lighthouseScores: Bench = {
  name: 'lighthouse',
  title: 'Lighthouse, of 100',
  async run({ series }) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
    const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOCAL_MODELS: 'off', AGE_ASSURANCE: 'none' }
    const server = await ServerProcess.at({ env, entry: asStarted })
    await server.start()
    const port = await freePort()
    const executablePath = findBrowser()
    const browser = await chromium.launch({
      args: [...browserFlags, staysHere, `--remote-debugging-port=${port}`],
      ...(executablePath ? { executablePath } : {}),
    })
    try {
      const pages = [
        { name: 'landing', cookie: '' },
        { name: 'home, signed in', cookie: await signUp(server.url) },
      ]
      const rows = []
      for (const { name, cookie } of pages) {
        for (const device of devices) {
          const runs: Scores[] = []
          for (let run = 0; run < series; run += 1) runs.push(await score(server.url, port, device, cookie))
          rows.push([name, device, ...middleOf(runs)])
        }
      }
      return markdownTable(['page', 'as', ...categories, 'largest paint', 'blocked', 'layout shift'], rows)
    } finally {
      await browser.close()
      await server.terminate()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

interface Scores {
  categories: number[]
  largestPaint: number
  blocked: number
  shift: number
}

async function score(url: string, port: number, device: 'desktop' | 'mobile', cookie: string): Promise<Scores> {
  const flags = { port, onlyCategories: categories, ...(cookie ? { extraHeaders: { Cookie: cookie } } : {}) }
  const result = await lighthouse(`${url}/`, flags, device === 'desktop' ? desktopConfig : undefined)
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message ?? 'nothing'}`)
  const { lhr } = result
  tellFailures(lhr, `${cookie ? 'home' : 'landing'} as ${device}`)
  const figure = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    categories: categories.map((name) => Math.round((lhr.categories[name]?.score ?? Number.NaN) * 100)),
    largestPaint: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
  }
}

/** Why a category beside performance is short of 100, by name; to the side, so that the table stays one. */
function tellFailures(lhr: NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'], where: string): void {
  for (const name of categories.slice(1)) {
    for (const { id, weight } of lhr.categories[name]?.auditRefs ?? []) {
      const audit = lhr.audits[id]
      if (weight > 0 && audit && audit.score !== null && audit.score < 1) {
        console.error(`${where}, ${name}: ${audit.title} ${JSON.stringify(audit.details ?? '').slice(0, 1500)}`)
      }
    }
  }
}

function middleOf(runs: Scores[]): (string | number)[] {
  const middle = (pick: (run: Scores) => number) => median(runs.map(pick))
  return [
    ...categories.map((_, at) => middle((run) => run.categories[at] ?? Number.NaN)),
    `${(middle((run) => run.largestPaint) / 1000).toFixed(1)} s`,
    `${middle((run) => run.blocked).toFixed(0)} ms`,
    middle((run) => run.shift).toFixed(3),
  ]
}

async function signUp(url: string): Promise<string> {
  const body = { username: 'guest-of-honour', password: 'stage-door' }
  return cookieOf(await call(`${url}/api/auth/register`, { method: 'POST', body }))
}
