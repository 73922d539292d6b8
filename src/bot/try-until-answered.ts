import { setTimeout as wait } from 'node:timers/promises'

/** The other side has answered that it does not do this. Its message is for the people of the channel. */
export class Refusal extends Error {}

/** An error of the other side, which is called again: after as many seconds as it asks for, if it does. */
export const createRetryError = (message: string, seconds?: number) => Object.assign(new Error(message), { seconds })

export type Log = (line: string) => void

const delays = { first: 100, longest: 30_000 }

/** Calls until there is an answer: a message waits while a service or the network is away. Throws a `Refusal` at once. */
export async function tryUntilAnswered<T>(log: Log, name: string, call: () => Promise<T>): Promise<T> {
  for (let delay = delays.first; ; delay = Math.min(2 * delay, delays.longest)) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof Refusal) throw error
      // Of a network error the code says why. The address of the request, which may have a token, is in neither.
      const { cause, message, seconds } = error as Error & { cause?: { code?: string }; seconds?: number }
      const milliseconds = seconds === undefined ? delay : 1_000 * seconds
      log(`${name}: ${cause?.code ?? message}; trying again in ${milliseconds / 1_000} s`)
      await wait(milliseconds)
    }
  }
}
