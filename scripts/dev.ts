// `npm run dev`: the server, restarted when its code changes, and Vite with hot reload in front of it.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const vitePort = 5173
const url = `http://localhost:${vitePort}`
const server = `http://localhost:${process.env.PORT || 3000}`

const programs = [
  run(['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
    // The pages come from Vite, so Vite's address is the origin the server must take for its own.
    PUBLIC_URL: process.env.PUBLIC_URL || url,
  }),
  run(['node_modules/vite/bin/vite.js', '--port', String(vitePort), '--strictPort'], { DEV_SERVER: server }),
]

function run(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
}

/** One without the other is of no use. */
for (const program of programs) {
  program.on('exit', (code) => {
    process.exitCode ??= code ?? 0
    for (const other of programs) other.kill('SIGTERM')
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const program of programs) program.kill(signal)
  })
}
console.log(`Open ${url} once both are ready.`)
