import { type HttpResponse, httpRequest, type RequestOptions } from '#tests/support/http-client.ts'
import type { Tally } from './tally.ts'

/** One run against one server: where it is, what was found, and whether the blow has fallen. */
export interface Play {
  readonly url: string
  readonly tally: Tally
  readonly chance: () => number
  /** From the blow until the server is back: what fails now is nobody's fault. */
  struck: boolean
  /** When the last blow fell, on the clock of `performance.now()`. */
  struckAt: number
  /** How long after a crash a broken-off reply may still be taken for a running one, in milliseconds. */
  readonly freedWithin: number
}

/** A request; null when nobody knows what became of it. */
export async function ask(play: Play, path: string, options: RequestOptions = {}): Promise<HttpResponse | null> {
  const what = `${options.method ?? 'GET'} ${path}`
  try {
    const answer = await httpRequest(play.url + path, options)
    if (answer.status < 500) return answer
    play.tally.expect(play.struck, 'refused', `${what}: ${answer.status} ${answer.text}`)
  } catch (error) {
    play.tally.expect(play.struck, 'refused', `${what}: ${error}`)
  }
  return null
}

/** A request that changes something: acknowledged, or null, which leaves it in doubt. */
export async function write(play: Play, path: string, options: RequestOptions): Promise<HttpResponse | null> {
  const answer = await ask(play, path, options)
  if (answer === null) play.tally.inDoubt += 1
  else if (answer.status < 300) play.tally.acknowledged += 1
  else play.tally.breach('refused', `${options.method} ${path}: ${answer.status} ${answer.text}`)
  return answer !== null && answer.status < 300 ? answer : null
}

/** A read that must succeed, as its JSON; null (reported) when it does not. */
export async function read<T>(play: Play, path: string, cookie: string): Promise<T | null> {
  const answer = await ask(play, path, { cookie })
  if (answer?.status === 200) return JSON.parse(answer.text) as T
  if (answer) play.tally.breach('lost', `GET ${path}: ${answer.status} ${answer.text}`)
  return null
}

export function pick<T>(play: Play, from: readonly T[]): T | undefined {
  return from[Math.floor(play.chance() * from.length)]
}

/** Eight hexadecimal digits nobody drew before. */
export function nonce(play: Play): string {
  const digits = () =>
    Math.floor(play.chance() * 0x10000)
      .toString(16)
      .padStart(4, '0')
  return digits() + digits()
}

/** A small generator of chance (mulberry32), so that the choices of a run can be drawn again from its seed. */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
