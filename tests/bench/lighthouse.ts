import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { browserFlags, findBrowser } from '#tests/support/browser.ts'
import { waitForExit, waitForOutput } from '#tests/support/child-process.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { npmStartArgs, register } from './bench-environment.ts'
import { median } from './figures.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

interface Report {
  scores: number[]
  metrics: string[]
  /** Audits with a score below 0.9. */
  failedAudits: string[]
}

/** Runs Lighthouse on the entry pages of the production build, on desktop and mobile. */
export const lighthouseScores: Bench = {
  name: 'lighthouse',
  title: 'Lighthouse: scores of the production build (median of the runs)',
  async run({ series }) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
    const env = { DATA_DIR: dataDir, LOCAL_MODELS: 'off', RATE_LIMITS: 'off' }
    const server = await ServerProcess.create({ env, entry: npmStartArgs })
    await server.start()
    const cookie = await register(server, 'user-0')
    const browser = await openBrowser(dataDir)
    const rows = []
    // The signed-out page comes first: after a session, a browser without the cookie requests /api/auth/me and gets a 401.
    for (const [page, headers] of [
      ['landing', {}],
      ['home, signed in', { Cookie: cookie }],
    ] as const) {
      for (const form of ['desktop', 'mobile'] as const) {
        const runs: Report[] = []
        for (let round = 0; round < series; round += 1) runs.push(await audit(browser.port, server.url, form, headers))
        for (const audit of new Set(runs.flatMap(({ failedAudits }) => failedAudits))) {
          console.error(`lighthouse, ${page}, ${form}: ${audit}`)
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
  if (program === null) throw new Error('Chrome or Chromium is not installed: install one or set CHROME_PATH.')
  const profile = `--user-data-dir=${path.join(dataDir, 'browser')}`
  const flags = [...browserFlags, '--headless=new', '--remote-debugging-port=0', profile, 'about:blank']
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'pipe'] })
  process.once('exit', () => child.kill('SIGKILL'))
  const [, port] = await waitForOutput(child, /DevTools listening on ws:\/\/[^:]+:(\d+)/)
  return { process: child, port: Number(port) }
}

async function audit(port: number, url: string, form: 'desktop' | 'mobile', extraHeaders: object): Promise<Report> {
  // Imported here because it is large and no other benchmark needs it.
  const { default: lighthouse, desktopConfig } = await import('lighthouse')
  const flags = { port, logLevel: 'error' as const, extraHeaders: { ...extraHeaders }, onlyCategories: [...categories] }
  const result = await lighthouse(`${url}/`, flags, form === 'desktop' ? desktopConfig : undefined)
  if (!result) throw new Error('Lighthouse returned no result.')
  const { categories: found, audits } = result.lhr
  const failedAudits = Object.values(found).flatMap(({ title, auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${title}: ${audits[id]?.title} (${audits[id]?.displayValue ?? audits[id]?.score})`),
  )
  return {
    scores: categories.map((id) => (found[id]?.score ?? 0) * 100),
    metrics: metrics.map((id) => audits[id]?.displayValue ?? '–'),
    failedAudits,
  }
}
