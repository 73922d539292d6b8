import { waitForExit, waitForOutput } from '#tests/support/child-process.ts'
import { spawnScript } from './child-script.ts'

export interface ChildServer {
  pid: number
  /** The base URL, without a path. */
  url: string
  stop(): Promise<void>
}

export interface Pace {
  first: number
  gap: number
  tokens: number
}

/** 200 tokens per reply, the first after 50 ms, then one every 20 ms; comparable products were measured at the same pace. */
export const defaultPace: Pace = { first: 50, gap: 20, tokens: 200 }

/** Starts the mock upstream in a child process. */
export function startUpstream({ first, gap, tokens }: Pace): Promise<ChildServer> {
  return start('tests/support/upstream.ts', '--first', String(first), '--gap', String(gap), '--tokens', String(tokens))
}

/** Starts the bare proxy in front of an upstream in a child process. */
export function startBareProxy(upstream: ChildServer): Promise<ChildServer> {
  return start('tests/bench/load/bare-proxy.ts', upstream.url)
}

/** A bare Fastify server whose only route, `/`, sends the bytes of a file, in a process of its own. */
export function startBareFastify(file: string): Promise<ChildServer> {
  return start('tests/bench/load/bare-fastify.ts', file)
}

async function start(script: string, ...args: string[]): Promise<ChildServer> {
  const child = spawnScript(script, ...args)
  const [, port] = await waitForOutput(child, /^(\d+)$/m)
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill()
      await waitForExit(child)
    },
  }
}
