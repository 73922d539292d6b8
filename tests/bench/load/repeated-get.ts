import { waitForExit } from '#tests/support/child-process.ts'
import { spawnScript } from './child-script.ts'

/** A GET that is sent `count` times over so many connections; an answer of another status ends the run. */
export interface RepeatedGet {
  url: string
  headers: Record<string, string>
  status: number
  connections: number
  count: number
}

export interface Repeated {
  perSecond: number
  /** Length of each answer's body. */
  bodyBytes: number
}

/** Runs the requests from a process of its own. */
export async function repeatGet(get: RepeatedGet): Promise<Repeated> {
  const child = spawnScript('tests/bench/load/repeat-get.ts')
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  child.stdin?.end(JSON.stringify(get))
  await waitForExit(child)
  return JSON.parse(output) as Repeated
}
