import { flushCompileCache } from 'node:module'
import { styleText } from 'node:util'
import { destination } from 'pino'
import { EnvironmentError, readEnv } from './core/env.ts'
import { createLog } from './core/log.ts'
import { DatabaseUnusableError } from './db/database-unusable.ts'
import { type Running, start } from './start.ts'

/** How long running replies may continue after a stop signal, in milliseconds. */
const drainTimeout = 25_000

try {
  const env = readEnv(process.env)
  const running = await start(env, createLog(env.logLevel, destination({ dest: 2, sync: true })))
  const address = await listen(running)
  printWelcome(running, address)
  stopOnSignals(running)
  setTimeout(() => afterStart(running), 3_000).unref()
} catch (error) {
  console.error(styleText('red', describeError(error)))
  process.exit(1)
}

function afterStart({ liveReplies }: Running): void {
  // Node writes the compiled code when it exits, but not when it is killed: the next start would compile it again.
  flushCompileCache()
  // Starting leaves garbage of a tenth of the memory, which V8 does not collect while the server is idle. It takes 0.2 s.
  if (liveReplies.size === 0) globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

async function listen({ server, context }: Running): Promise<string> {
  const { host, port, publicUrl } = context.env
  await server.listen({ host, port })
  const bound = server.server.address()
  const actualPort = typeof bound === 'object' && bound ? bound.port : port
  return publicUrl ?? `http://localhost:${actualPort}`
}

function printWelcome({ databaseLabel, modelNotes, newCharacters, context }: Running, address: string): void {
  const [{ label, model, builtIn }] = context.models.select('admin')
  const lines = [
    '',
    `  ${styleText('bold', 'Troupe')} is up at ${styleText(['bold', 'underline'], address)}`,
    '',
    `  Database  ${databaseLabel}`,
    `  Model     ${builtIn ? label : `${label}, ${model}`}`,
    ...(newCharacters > 0 ? [`  Sample characters  ${newCharacters} added`] : []),
    ...modelNotes.map((note) => styleText('dim', `            ${note}`)),
    '',
    builtIn
      ? '  Open the address and sign up. To connect a real model, become an admin (README.md) and open Admin → Models.'
      : '  Open the address and sign up. `npm run admin -- grant <username>` makes an account an admin.',
    '  Ctrl+C stops it; replies that are being written are finished first.',
    '',
  ]
  console.log(lines.join('\n'))
}

function stopOnSignals(running: Running): void {
  const { clock } = running.context
  let signalledAt: number | null = null
  const stop = () => {
    if (signalledAt !== null) {
      // A second signal stops immediately; partial replies are on disk up to the last second. A signal within a second
      // of the first is the same Ctrl+C, which both the terminal and npm send.
      if (clock.elapsed() - signalledAt > 1_000) process.exit(1)
      return
    }
    signalledAt = clock.elapsed()
    running.stop(drainTimeout).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(describeError(error))
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('unhandledRejection', (error) => running.context.log.error({ err: error }, 'unhandled rejection'))
}

function describeError(error: unknown): string {
  if (error instanceof EnvironmentError || error instanceof DatabaseUnusableError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? ` ${error.port}` : ''
    return `Another program is using the port${port}. Stop it, or choose another with PORT or METRICS_PORT: PORT=3001 npm start`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
