import { hash, verify } from '@node-rs/argon2'
import { ApiError } from '#server/http/api-error.ts'

/** argon2id with OWASP's first choice of parameters. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MiB: a few at once, a queue of about a second, and then an honest "busy". */
const inFlightMax = 4
const queueMax = 128

let inFlight = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (inFlight >= inFlightMax) {
    if (waiting.length >= queueMax) throw new ApiError('unavailable', { retryAfter: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    inFlight += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else inFlight -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/** A hash nobody has the password of: an unknown user costs the same time as a known one. */
let decoy: Promise<string> | undefined

export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('the understudy never goes on', parameters)
  const against = stored ?? (await decoy)
  const matches = await inTurn(() => verify(against, password))
  return stored !== null && matches
}

/** Whether a stored hash was made with weaker parameters than today's. */
export function needsRehash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}
