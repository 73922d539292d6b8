import { setTimeout as wait } from 'node:timers/promises'

/** The other side has answered that it does not do this. Its message is for the people of the channel. */
export class Refusal extends Error {}

/** The other side asks to be called again after so many seconds. */
export class TryLater extends Error {
  readonly seconds: number

  constructor(message: string, seconds: number) {
    super(message)
    this.seconds = seconds
  }
}

export type Log = (line: string) => void

const delays = { first: 100, longest: 30_000 }

/** Calls until there is an answer: a message waits while a service or the network is away. Throws a `Refusal` at once. */
export async function tryUntilAnswered<T>(log: Log, name: string, call: () => Promise<T>): Promise<T> {
  for (let delay = delays.first; ; delay = Math.min(2 * delay, delays.longest)) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof Refusal) throw error
      const milliseconds = error instanceof TryLater ? 1_000 * error.seconds : delay
      log(`${name}: ${reasonOf(error)}; trying again in ${milliseconds / 1_000} s`)
      await wait(milliseconds)
    }
  }
}

/** The code of a network error. The address of a request, which may have a token, is in none of these. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? message
}
