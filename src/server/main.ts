import { styleText } from 'node:util'
import { destination } from 'pino'
import { EnvironmentError, readEnv } from './core/env.ts'
import { createLog } from './core/log.ts'
import { DatabaseUnusableError } from './db/database-unusable.ts'
import { type Running, start } from './start.ts'

/** How long running replies may go on after a request to stop, in milliseconds. */
const patience = 25_000

try {
  const env = readEnv(process.env)
  const running = await start(env, createLog(env.logLevel, destination({ dest: 2, sync: true })))
  const address = await listen(running)
  welcome(running, address)
  stopOnSignals(running)
  // What starting needed is garbage now, a tenth of all memory, which V8 alone would leave lying in a quiet house.
  setTimeout(() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }), 3_000).unref()
} catch (error) {
  console.error(styleText('red', sentence(error)))
  process.exit(1)
}

async function listen({ server, context }: Running): Promise<string> {
  const { host, port, publicUrl } = context.env
  await server.listen({ host, port })
  const bound = server.server.address()
  const at = typeof bound === 'object' && bound ? bound.port : port
  return publicUrl ?? `http://localhost:${at}`
}

function welcome({ databaseLabel, modelNotes, newCharacters, context }: Running, address: string): void {
  const { label, model, builtIn } = context.model
  const lines = [
    '',
    `  ${styleText('bold', 'Troupe')} is up at ${styleText(['bold', 'underline'], address)}`,
    '',
    `  Database  ${databaseLabel}`,
    `  Model     ${builtIn ? label : `${label}, ${model}`}`,
    ...(newCharacters > 0 ? [`  Cast      ${newCharacters} sample characters moved in`] : []),
    ...modelNotes.map((note) => styleText('dim', `            ${note}`)),
    '',
    builtIn
      ? '  Open the address and sign up. To connect a real model, set OPENAI_API_KEY or MODEL_BASE_URL; see README.md.'
      : '  Open the address and sign up. `npm run admin -- grant <username>` makes an account an admin.',
    '  Ctrl+C stops it; replies that are being written are finished first.',
    '',
  ]
  console.log(lines.join('\n'))
}

function stopOnSignals(running: Running): void {
  const { clock } = running.context
  let askedAt = 0
  const stop = () => {
    if (askedAt > 0) {
      // Asked again: whoever asks is in a hurry. What was said is on disk up to the last second. (What follows at once
      // is the same request: a Ctrl+C comes from the terminal and from npm.)
      if (clock.now() - askedAt > 1_000) process.exit(1)
      return
    }
    askedAt = clock.now()
    running.stop(patience).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(sentence(error))
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('unhandledRejection', (error) =>
    running.context.log.error({ err: error }, 'a promise nobody waited for failed'),
  )
}

function sentence(error: unknown): string {
  if (error instanceof EnvironmentError || error instanceof DatabaseUnusableError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'Another program is using that port. Stop it, or choose another: PORT=3001 npm start'
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
