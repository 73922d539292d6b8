import { runScript } from './child-script.ts'

/** A GET request sent `count` times on several connections. A response with another status is an error. */
export interface RepeatedGet {
  url: string
  headers: Record<string, string>
  status: number
  connections: number
  count: number
}

export interface Repeated {
  perSecond: number
  /** The length of each response body. */
  bodyBytes: number
}

/** Sends the requests from a child process. */
export function repeatGet(get: RepeatedGet): Promise<Repeated> {
  return runScript('tests/bench/load/repeat-get.ts', get)
}
