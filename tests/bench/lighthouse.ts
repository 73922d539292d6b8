import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { browserFlags, findBrowser } from '#tests/support/browser.ts'
import { waitForExit, waitForOutput } from '#tests/support/child-process.ts'
import { cookieOf, httpRequest } from '#tests/support/http-client.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { asStarted } from './bench-environment.ts'
import { median } from './figures.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

interface Seen {
  scores: number[]
  metrics: string[]
  /** Audits that cost points, for whoever wants to mend them. */
  shortcomings: string[]
}

/** The pages people come in by, as Lighthouse sees them: the production build, a phone and a desk. */
export const lighthouseScores: Bench = {
  name: 'lighthouse',
  title: 'Lighthouse: scores of the production build (middle of the runs)',
  async run({ series }) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
    const env = { DATA_DIR: dataDir, LOCAL_MODELS: 'off', RATE_LIMITS: 'off' }
    const server = await ServerProcess.create({ env, entry: asStarted })
    await server.start()
    const body = { username: 'reader', password: 'stage-door' }
    const cookie = cookieOf(await httpRequest(`${server.url}/api/auth/register`, { method: 'POST', body }))
    const browser = await openBrowser(dataDir)
    const rows = []
    // Visitors first: a browser that has been signed in asks whether it still is, and hears a 401.
    for (const [page, headers] of [
      ['landing', {}],
      ['home, signed in', { Cookie: cookie }],
    ] as const) {
      for (const form of ['desktop', 'mobile'] as const) {
        const runs: Seen[] = []
        for (let turn = 0; turn < series; turn += 1) runs.push(await look(browser.port, server.url, form, headers))
        for (const shortcoming of new Set(runs.flatMap(({ shortcomings }) => shortcomings))) {
          console.error(`lighthouse, ${page}, ${form}: ${shortcoming}`)
        }
        const scores = categories.map((_, at) => median(runs.map(({ scores }) => scores[at] ?? 0)).toFixed(0))
        rows.push([page, form, ...scores, ...(runs[0]?.metrics ?? [])])
      }
    }
    browser.process.kill()
    await waitForExit(browser.process)
    await server.terminate()
    rmSync(dataDir, { recursive: true, force: true })
    const head = ['page', 'form', 'performance', 'accessibility', 'best practices', 'SEO', 'FCP', 'LCP', 'TBT', 'CLS']
    return markdownTable(head, rows)
  },
}

async function openBrowser(dataDir: string): Promise<{ process: ChildProcess; port: number }> {
  const program = findBrowser()
  if (program === null) throw new Error('No Chrome or Chromium on this machine: install one, or set CHROME_PATH.')
  const profile = `--user-data-dir=${path.join(dataDir, 'browser')}`
  const flags = [...browserFlags, '--headless=new', '--remote-debugging-port=0', profile, 'about:blank']
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'pipe'] })
  process.once('exit', () => child.kill('SIGKILL'))
  const [, port] = await waitForOutput(child, /DevTools listening on ws:\/\/[^:]+:(\d+)/)
  return { process: child, port: Number(port) }
}

async function look(port: number, url: string, form: 'desktop' | 'mobile', extraHeaders: object): Promise<Seen> {
  // Loaded here: it is large, and every other bench does without it.
  const { default: lighthouse, desktopConfig } = await import('lighthouse')
  const flags = { port, logLevel: 'error' as const, extraHeaders: { ...extraHeaders }, onlyCategories: [...categories] }
  const result = await lighthouse(`${url}/`, flags, form === 'desktop' ? desktopConfig : undefined)
  if (!result) throw new Error('Lighthouse said nothing.')
  const { categories: found, audits } = result.lhr
  const shortcomings = Object.values(found).flatMap(({ title, auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${title}: ${audits[id]?.title} (${audits[id]?.displayValue ?? audits[id]?.score})`),
  )
  return {
    scores: categories.map((id) => (found[id]?.score ?? 0) * 100),
    metrics: metrics.map((id) => audits[id]?.displayValue ?? '–'),
    shortcomings,
  }
}
