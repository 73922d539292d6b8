import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import type { JobKind } from '#server/db/schema/jobs.ts'
import type { Overview } from '#shared/overview.ts'
import type { VoiceConnections } from '#shared/voices.ts'
import { raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { createOtlpReceiver } from '#tests/support/otlp-receiver.ts'
import { createStripeApp } from '#tests/support/stripe/stripe-app.ts'
import { createCharacter, waitForReplies } from '#tests/support/test-app.ts'
import { replyOf } from '#tests/support/upstream-stream.ts'
import { startVoiceServer, voiceKey } from '#tests/support/voice-server.ts'

/** Part of every name and text in this file. */
const mark = 'zqmark'

const receiver = await createOtlpReceiver()
const env = { METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }
const setup = await createStripeApp({ env })
const { app, stripe } = setup
const { context, upstream } = app
const { registry } = context.metrics
const player = await app.signUp(`${mark}-player`)
const admin = await signUpAdmin(app, `${mark}-admin`)
const character = await createCharacter(player, { name: `${mark} name`, description: `${mark} text` })
let isClosed = false
const close = async () => {
  if (isClosed) return
  isClosed = true
  await setup.close()
  receiver.close()
}
afterAll(close)

const read = async () => (await fetch(`http://127.0.0.1:${app.metricsServer?.port}/metrics`)).text()

/** The names whose values a test has looked at. */
const checked = new Set<string>()

/** The value of a sample; 0 where there is none with these labels. */
async function sampleOf(name: string, labels: Record<string, string> = {}): Promise<number> {
  checked.add(name.replace(/_(?:bucket|sum|count)$/, ''))
  const samples = (await read())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  const fitting = samples.filter((line) =>
    Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
  )
  return fitting.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0)
}

/** How much a sample grows while `work` runs. */
async function growthOf(name: string, labels: Record<string, string>, work: () => unknown): Promise<number> {
  const before = await sampleOf(name, labels)
  await work()
  return (await sampleOf(name, labels)) - before
}

const say = (message = `${mark} message`) => player.request('POST', '/api/chat', { characterId: character.id, message })

it('count requests by the pattern of their route and their status, and their times without event streams', async () => {
  const route = '/api/conversations/:id'
  const missing = { method: 'GET', route, status: '404' }
  expect((await player.request('GET', '/api/conversations/nothing')).status).toBe(404)
  await expect.poll(() => sampleOf('troupe_http_requests_total', missing)).toBe(1)
  expect(await sampleOf('troupe_http_request_seconds_count', { method: 'GET', route })).toBe(1)
  expect(await sampleOf('troupe_http_request_seconds_sum', { method: 'GET', route })).toBeGreaterThan(0)
  const events = { route: '/api/events' }
  const stream = await player.stream('GET', '/api/events')
  stream.disconnect()
  await expect.poll(() => sampleOf('troupe_http_requests_total', events)).toBe(1)
  expect(await sampleOf('troupe_http_request_seconds_count', events)).toBe(0)
})

it('count the replies, first tokens, tokens and errors of each connection, and the replies that are written', async () => {
  const labels = { connection: 'environment', service: 'openai-compatible' }
  expect((await say()).status).toBe(200)
  await waitForReplies(app)
  for (const name of ['first_token_seconds', 'reply_seconds', 'reply_tokens']) {
    expect(await sampleOf(`troupe_model_${name}_count`, labels), name).toBe(1)
    expect(await sampleOf(`troupe_model_${name}_sum`, labels), name).toBeGreaterThan(0)
  }
  expect(await sampleOf('troupe_model_reply_tokens_sum', labels)).toBe(8)
  expect(await sampleOf('troupe_model_prompt_tokens_total', labels)).toBeGreaterThan(20)

  const kinds = { 'rate-limit': 'rate', unauthorized: 'key' } as const
  for (const [failure, kind] of Object.entries(kinds)) {
    upstream.failure = failure as keyof typeof kinds
    expect(await growthOf('troupe_model_errors_total', { ...labels, kind }, () => say())).toBe(1)
  }
  upstream.failure = null
  expect(await sampleOf('troupe_model_reply_seconds_count', labels)).toBe(1)

  const held = Promise.withResolvers<void>()
  upstream.held = held.promise
  const reply = say()
  await expect.poll(() => sampleOf('troupe_live_replies')).toBe(1)
  upstream.held = null
  held.resolve()
  await reply
  await waitForReplies(app)
  expect(await sampleOf('troupe_live_replies')).toBe(0)
})

it('count jobs that wait and that have failed', async () => {
  const kind = 'of-a-test'
  const now = context.clock.now()
  const job = { kind: kind as JobKind, key: mark, payload: '{}', created_at: now, due_at: now - 90_000 }
  await context.db
    .insertInto('jobs')
    .values([job, { ...job, key: 'later', due_at: now + 90_000 }])
    .execute()
  expect(await sampleOf('troupe_jobs_waiting', { kind })).toBe(1)
  expect(await sampleOf('troupe_jobs_oldest_seconds', { kind })).toSatisfy(
    (oldest: number) => oldest >= 90 && oldest < 600,
  )
  await context.db
    .deleteFrom('jobs')
    .where('kind', '=', kind as JobKind)
    .execute()
  expect(await sampleOf('troupe_jobs_waiting', { kind })).toBe(0)
})

it('count what customers ask for, and the events of the payment service', async () => {
  await setup.subscribe(player)
  expect(await sampleOf('troupe_payments_total', { kind: 'subscribe', result: 'ok' })).toBe(1)
  const [event] = stripe.records.events
  if (!event) throw new Error('There is no event.')
  const retry = { kind: 'payment_event', result: 'retry' }
  stripe.failures.push(400)
  expect(await growthOf('troupe_job_failures_total', retry, () => setup.deliver([event]))).toBe(1)
  expect(await sampleOf('troupe_payments_total', { kind: event.type, result: 'failed' })).toBe(1)
  app.clock.advance(31_000)
  await app.paymentEvents.processPending()
  expect(await sampleOf('troupe_payments_total', { kind: event.type, result: 'ok' })).toBe(1)
})

it('count seconds of speech', async () => {
  const server = await startVoiceServer()
  const voices = [{ id: 'alloy', label: 'Alloy' }]
  const connection = { name: 'Lamp', service: 'openai-compatible', baseUrl: server.baseUrl, apiKey: voiceKey, voices }
  await admin.post('/api/admin/voices', connection)
  await (await player.raw('/api/voices/alloy/sample')).arrayBuffer()
  await expect.poll(() => sampleOf('troupe_speech_seconds_total', { result: 'spoken' })).toBe(5)
  await player.post('/api/calls/round-trips?milliseconds=1800')
  expect(await sampleOf('troupe_call_round_trip_seconds_sum')).toBe(1.8)
  expect((await admin.get<VoiceConnections>('/api/admin/voices')).roundTrip).toBe(1_800)
  await server.close()
})

it('count flags by severity', async () => {
  await raiseReport(app, admin, { type: 'character', id: character.id }, { category: 'hate', note: `${mark} note` })
  const severity = '3'
  expect(await sampleOf('troupe_flags_raised_total', { severity, source: 'report' })).toBe(1)
  expect(await sampleOf('troupe_flags_open', { status: 'open', severity })).toBe(1)
  expect(await sampleOf('troupe_flags_overdue', { severity })).toBe(0)
  await context.db.updateTable('flags').set({ due_at: 1 }).execute()
  expect(await sampleOf('troupe_flags_overdue', { severity })).toBe(1)
})

it('measure statements, transactions, the use of connections, the event loop and the process', async () => {
  expect(await growthOf('troupe_database_transaction_seconds_count', {}, () => say())).toBeGreaterThan(0)
  expect(await growthOf('troupe_database_statement_seconds_count', {}, () => say())).toBeGreaterThan(5)
  expect(await sampleOf('troupe_database_statement_seconds_sum')).toBeGreaterThan(0)
  expect(await sampleOf('troupe_database_transaction_seconds_sum')).toBeGreaterThan(0)

  const connections = registry.getSingleMetric('troupe_database_connections')
  const inTransaction = await context.transact(async () => {
    const waiting = context.db.selectFrom('users').select('id').execute()
    const { values } = (await connections?.get()) ?? { values: [] }
    return { values, waiting }
  })
  await inTransaction.waiting
  const used = Object.fromEntries(inTransaction.values.map(({ labels, value }) => [labels.state, value]))
  expect(used).toMatchObject({ used: 1, idle: 0 })
  expect(used.waiting).toBeGreaterThan(0)
  expect(await sampleOf('troupe_database_connections', { state: 'used' })).toBeLessThan(2)
  expect(await sampleOf('troupe_service_up', { service: 'database' })).toBe(1)

  const late = async () => {
    const until = performance.now() + 200
    while (performance.now() < until);
    return sampleOf('nodejs_eventloop_lag_p99_seconds')
  }
  await expect.poll(late).toBeGreaterThan(0.1)

  for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes']) {
    expect(await sampleOf(name), name).toBeGreaterThan(1_000_000)
  }
  expect(await sampleOf('process_cpu_seconds_total')).toBeGreaterThan(0)
  expect(await sampleOf('process_start_time_seconds')).toBeGreaterThan(1_700_000_000)
})

it('are the source of the overview', async () => {
  const { instance } = await admin.get<Overview>('/api/admin/overview')
  expect(instance).toMatchObject({
    modelErrors: [
      { kind: 'too many requests', count: 1 },
      { kind: 'key not accepted', count: 1 },
    ],
    liveReplies: 0,
    jobsWaiting: 0,
    memory: expect.toSatisfy((bytes: number) => bytes > 1_000_000),
  })
  const { failedRequests, requests, statementMs, transactionMs, busyPercent } = instance
  expect(failedRequests).toBe(1)
  expect(requests).toBeGreaterThan(10)
  for (const measured of [statementMs, transactionMs, busyPercent]) expect(measured).toBeGreaterThan(0)
})

it('are each checked above, and name nobody', async () => {
  const names = registry.getMetricsAsArray().map(({ name }) => name)
  const text = await read()
  // prom-client measures these of the process. Of requests of the file system there may be none.
  const isOfProcess = (name: string) => /^(?:process|nodejs)_/.test(name) && name !== 'nodejs_active_requests'
  for (const name of names.filter(isOfProcess)) expect(text).toMatch(new RegExp(`^${name}(?:_count)?[{ ]`, 'm'))
  expect(names.filter((name) => !/^(?:process|nodejs)_/.test(name) && !checked.has(name))).toEqual([])
  expectNoMark(text)
})

it('have the names and labels of the alerts and the dashboard, and each alert says what to do', async () => {
  const [alerts, dashboard] = ['prometheus/alerts.yml', 'grafana/troupe.json'].map((file) =>
    readFileSync(`ops/${file}`, 'utf8'),
  )
  const guide = readFileSync('docs/operating.md', 'utf8')
  const known = new Set(registry.getMetricsAsArray().map(({ name }) => name))
  const used = `${alerts}${dashboard}`.match(/\b(?:troupe|process|nodejs)_[a-z0-9_]+/g) ?? []
  expect(used.length).toBeGreaterThan(40)
  expect(used.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')).filter((name) => !known.has(name))).toEqual([])

  const text = await read()
  const labels = `${alerts}${dashboard}`.matchAll(/(?:by \(|[{,])([a-z, ]+)(?:\)|=)/g)
  const ofPrometheus = ['job', 'instance']
  for (const name of [...labels].flatMap(([, names = '']) => names.split(',').map((one) => one.trim()))) {
    if (!ofPrometheus.includes(name)) expect(text, name).toMatch(new RegExp(`[{,]${name}="`))
  }
  const names = [...(alerts?.matchAll(/alert: (\w+)/g) ?? [])].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    expect(guide).toContain(`\n### ${name}\n`)
    expect(alerts).toContain(`docs/operating.md#${name.toLowerCase()}\n`)
  }
})

/** Neither a name, nor a text, nor an id of a row. */
function expectNoMark(text: string): void {
  expect(text).not.toMatch(/zqmark|ada@example|Quill/i)
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/)
  expect(text).not.toContain(replyOf(3).trim())
}

it('come with spans of requests, transactions and calls of models, without a text or an id of a user', async () => {
  await close()
  expect(receiver.problems).toEqual([])
  expect(receiver.spans[0]?.service).toContain('troupe')
  expectNoMark(JSON.stringify(receiver.spans))
  const requests = receiver.spans.filter(({ name }) => name === 'POST /api/chat')
  const childrenOf = ({ spanId, traceId }: (typeof requests)[number]) =>
    receiver.spans.filter((span) => span.parentSpanId === spanId && span.traceId === traceId)
  const [answered, limited] = requests
  if (!answered || !limited) throw new Error('There is no span of a request.')
  expect(answered).toMatchObject({ kind: 2, status: { code: 0 } })
  expect(receiver.spans.filter(({ kind, parentSpanId }) => kind === 2 && parentSpanId)).toEqual([])
  expect(childrenOf(answered)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'database transaction', kind: 3 }),
      expect.objectContaining({ name: 'chat openai-compatible', kind: 3, status: { code: 0 } }),
    ]),
  )
  const failed = childrenOf(limited).find(({ name }) => name.startsWith('chat '))
  expect(failed?.status).toEqual({ code: 2, message: 'rate' })
  for (const { startTimeUnixNano, endTimeUnixNano } of receiver.spans) {
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true)
  }
})
