// `npm run dev`: the server, restarted when its code changes, behind Vite with hot reload.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const vitePort = 5173
const url = `http://localhost:${vitePort}`
const serverUrl = `http://localhost:${process.env.PORT || 3000}`

const children = [
  run(['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
    // Browsers open Vite's address, so that is the origin the server must accept.
    PUBLIC_URL: process.env.PUBLIC_URL || url,
  }),
  run(['node_modules/vite/bin/vite.js', '--port', String(vitePort), '--strictPort'], { DEV_SERVER: serverUrl }),
]

function run(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
}

/** When one process ends, the other is stopped. */
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0
    for (const other of children) other.kill('SIGTERM')
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
console.log(`Open ${url} once both are ready.`)
