import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, register } from 'prom-client'
import { LastHour } from './last-hour.ts'

/** The upper bounds of buckets, in seconds. */
const databaseBuckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const replyBuckets = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 8, 12, 20, 30, 60, 120, 300]
const tokenBuckets = [10, 25, 50, 100, 200, 400, 800, 1_600, 3_200]

export type Metrics = ReturnType<typeof createMetrics>

/** What an instance counts for `/metrics` and Admin → Overview. No label has a name, an id of a user or a text. */
export function createMetrics() {
  // Those of the process are measured once in it: memory, event loop, garbage collections, files.
  if (register.getMetricsAsArray().length === 0) collectDefaultMetrics()
  const registry = Registry.merge([register])
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `troupe_${name}`, help, labelNames, registers })
  const histogram = <Label extends string>(name: string, help: string, buckets: number[], labelNames: Label[] = []) =>
    new Histogram({ name: `troupe_${name}`, help, buckets, labelNames, registers })
  const model: ('connection' | 'service')[] = ['connection', 'service']
  const metrics = {
    requests: counter('http_requests_total', 'Answered requests.', ['method', 'route', 'status']),
    requestSeconds: histogram(
      'http_request_seconds',
      'Time to the end of a response, without event streams.',
      requestBuckets,
      ['method', 'route'],
    ),
    firstTokenSeconds: histogram('model_first_token_seconds', 'Time to the first token.', replyBuckets, model),
    replySeconds: histogram(
      'model_reply_seconds',
      'Time to the end of a reply, failures left out.',
      replyBuckets,
      model,
    ),
    replyTokens: histogram(
      'model_reply_tokens',
      'Tokens of a reply, estimated where the service does not say it.',
      tokenBuckets,
      model,
    ),
    promptTokens: counter('model_prompt_tokens_total', 'Tokens sent to models.', model),
    modelErrors: counter('model_errors_total', 'Failed requests to models.', [...model, 'kind']),
    jobFailures: counter('job_failures_total', 'Failed jobs; result is retry or given_up.', ['kind', 'result']),
    flags: counter('flags_raised_total', 'Flags and further reports of a flag.', ['severity', 'source']),
    speechSeconds: counter(
      'speech_seconds_total',
      'Seconds of speech, estimated; result is spoken, transcribed or failed.',
      ['result'],
    ),
    roundTripSeconds: histogram(
      'call_round_trip_seconds',
      'Time in calls from the end of what the player said to the first sound of the reply.',
      replyBuckets,
    ),
    payments: counter('payments_total', 'Events and requests of payments.', ['kind', 'result']),
    statementSeconds: histogram('database_statement_seconds', 'Time of a statement.', databaseBuckets),
    transactionSeconds: histogram(
      'database_transaction_seconds',
      'Time of a transaction, with waiting for a connection and for the disk.',
      databaseBuckets,
    ),
  }
  return {
    ...metrics,
    registry,
    lastHour: new LastHour([
      metrics.requests,
      metrics.modelErrors,
      metrics.roundTripSeconds,
      metrics.statementSeconds,
      metrics.transactionSeconds,
    ]),
    /** Values that are read when the metrics are. After a failed read there are none. */
    addGauge(name: string, help: string, labelNames: string[], read: () => Values | Promise<Values>) {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          this.reset()
          const values = await Promise.resolve()
            .then(read)
            .catch((): Values => [])
          for (const [labels, value] of values) this.set(labels, value)
        },
      })
    },
  }
}

export type Values = [labels: Record<string, string>, value: number][]
