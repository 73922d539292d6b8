import { waitForExit, waitForOutput } from '#tests/support/child-process.ts'
import { childScript } from './child-script.ts'

export interface Voice {
  pid: number
  /** Without a path. */
  url: string
  stop(): Promise<void>
}

export interface Pace {
  first: number
  gap: number
  tokens: number
}

/** 200 tokens a reply, the first after 50 ms, then one every 20 ms: as the peers were measured. */
export const usualPace: Pace = { first: 50, gap: 20, tokens: 200 }

/** The mock upstream, in a process of its own. */
export function startUpstream({ first, gap, tokens }: Pace): Promise<Voice> {
  return start('tests/support/upstream.ts', '--first', String(first), '--gap', String(gap), '--tokens', String(tokens))
}

/** The bare proxy in front of an upstream, in a process of its own. */
export function startBareProxy(upstream: Voice): Promise<Voice> {
  return start('tests/bench/load/bare-proxy.ts', upstream.url)
}

async function start(script: string, ...args: string[]): Promise<Voice> {
  const child = childScript(script, ...args)
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
