import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test'
import { withoutLiveChanges } from '#tests/e2e/without-live-changes.ts'
import { browserFlags, findBrowser } from '#tests/support/browser.ts'
import { bytesOf, recordRequests } from '#tests/support/page-weight.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { register } from './bench-environment.ts'
import { median, ms, range, times } from './figures.ts'

interface Form {
  name: string
  context: BrowserContextOptions
  /** Latency in milliseconds, throughput in bits a second. */
  network: { latency: number; throughput: number }
  /** How many times slower the processor is. */
  slowdown: number
}

const forms: Form[] = [
  {
    name: 'phone, 1.6 Mbit/s, 150 ms',
    context: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    network: { latency: 150, throughput: 1_600_000 },
    slowdown: 2,
  },
  {
    name: 'desktop, 10 Mbit/s, 40 ms',
    context: { viewport: { width: 1440, height: 900 } },
    network: { latency: 40, throughput: 10_000_000 },
    slowdown: 1,
  },
]
const loadsPerSeries = 5

interface Target {
  name: string
  url: string
  cookie: string
  close(): Promise<void>
}

/** The requests of home for a signed-in user, and when its largest element is painted, each time with an empty cache. */
export const homePage: Bench = {
  name: 'home',
  title: 'Home, signed in: requests, and the largest contentful paint',
  async run({ series, against }) {
    const targets = await Promise.all([startTarget('this build'), ...(against ? [startTarget(against, against)] : [])])
    const executablePath = findBrowser()
    const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) })
    const weights = []
    for (const target of targets) weights.push(await measureWeight(browser, target))
    const paints = []
    for (const form of forms) paints.push(...(await measurePaints(browser, form, targets, series * loadsPerSeries)))
    await browser.close()
    for (const target of targets) await target.close()
    const weightHead = ['build', 'requests', 'kB', 'script', 'font', 'image']
    const paintHead = ['build', 'device', 'largest paint', 'range', 'ratio']
    return `${markdownTable(weightHead, weights)}\n\n${markdownTable(paintHead, paints)}`
  },
}

/** A server of this checkout, or of another one that is built. */
async function startTarget(name: string, root?: string): Promise<Target> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
  const env = { DATA_DIR: dataDir, LOCAL_MODELS: 'off', RATE_LIMITS: 'off' }
  const server = await ServerProcess.create({ env, ...(root ? { cwd: path.resolve(root) } : {}) })
  await server.start()
  const cookie = await register(server, 'Sam')
  const close = async () => {
    await server.terminate()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { name, url: server.url, cookie, close }
}

async function openContext(browser: Browser, target: Target, form: Form): Promise<BrowserContext> {
  const context = await browser.newContext({ ...form.context, serviceWorkers: 'block' })
  await withoutLiveChanges(context)
  await context.addCookies([{ name: 'sid', value: target.cookie.replace('sid=', ''), url: target.url }])
  return context
}

async function measureWeight(browser: Browser, target: Target): Promise<string[]> {
  const desktop = forms.at(-1) as Form
  const context = await openContext(browser, target, desktop)
  const requests = await recordRequests(await context.newPage(), `${target.url}/`)
  await context.close()
  const kilobytes = (type?: string) => (bytesOf(requests, type) / 1000).toFixed(0)
  return [target.name, String(requests.length), kilobytes(), kilobytes('script'), kilobytes('font'), kilobytes('image')]
}

/** Loads home of each build in turn. The first load of each is a warm-up. */
async function measurePaints(browser: Browser, form: Form, targets: Target[], loads: number): Promise<string[][]> {
  const durations = targets.map((): number[] => [])
  for (let load = 0; load <= loads; load += 1) {
    for (const [index, target] of targets.entries()) {
      const duration = await measurePaint(browser, target, form)
      if (load > 0) durations[index]?.push(duration)
    }
  }
  const last = median(durations.at(-1) ?? [])
  return targets.map(({ name }, index) => {
    const values = durations[index] ?? []
    return [name, form.name, ms(median(values)), range(values, ms), times(median(values) / last)]
  })
}

async function measurePaint(browser: Browser, target: Target, form: Form): Promise<number> {
  const context = await openContext(browser, target, form)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const { latency, throughput } = form.network
  const bytes = throughput / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: form.slowdown })
  await page.goto(`${target.url}/`, { waitUntil: 'networkidle' })
  await page.getByRole('article').first().waitFor()
  const duration = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN))
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  await context.close()
  return duration
}
