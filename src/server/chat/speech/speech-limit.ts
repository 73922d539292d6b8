import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { addSpeech, chargeSpeech, readSpeechSeconds, sumSpeech } from './queries.ts'

const dayLength = 86_400_000
export const dayOf = (time: number) => Math.floor(time / dayLength)

/** The seconds of speech that an account has on a day; null without a limit. */
function limitOf({ settings }: Context, { account_type: accountType }: Viewer): number | null {
  if (accountType === 'admin') return null
  const { freeSpeechMinutes, premiumSpeechMinutes } = settings.current()
  return (accountType === 'free' ? freeSpeechMinutes : premiumSpeechMinutes) * 60
}

/** How many seconds the viewer has left today; null without a limit. */
export async function countSecondsLeft(context: Context, viewer: Viewer): Promise<number | null> {
  const limit = limitOf(context, viewer)
  if (limit === null) return null
  return Math.max(0, limit - (await readSpeechSeconds(context.db, viewer.id, dayOf(context.clock.now()))))
}

/** What was charged for speech. */
export interface Charge {
  refund(): Promise<unknown>
  addDollars(dollars: number): Promise<void>
}

/** Charges an account for seconds of speech. Throws `quota_exceeded` when it has none left. Days are UTC. */
export async function chargeSeconds(context: Context, viewer: Viewer, seconds: number): Promise<Charge> {
  const { db } = context
  const limit = limitOf(context, viewer)
  const day = dayOf(context.clock.now())
  const charged = { userId: viewer.id, day }
  if (!(await chargeSpeech(db, { ...charged, seconds, limit }))) {
    const minutes = (limit ?? 0) / 60
    throw exhausted(
      context,
      minutes === 0
        ? 'Your account has no minutes of speech here. The browser’s voices have no limit.'
        : `You have used your ${minutes} minutes of speech for today. You get new ones at midnight UTC; the browser’s voices have no limit.`,
    )
  }
  return {
    refund: () => addSpeech(db, { ...charged, seconds: -seconds }),
    async addDollars(dollars) {
      if (dollars > 0) await addSpeech(db, { ...charged, dollars })
    },
  }
}

/** Those of the connections that may still be asked today: with a price, until the budget of the day is spent. */
export async function withinBudget<T>(context: Context, connections: T[], priceOf: (connection: T) => number) {
  const { speechDollars } = context.settings.current()
  if (speechDollars === null || connections.every((connection) => priceOf(connection) === 0)) return connections
  const { dollars: spent } = await sumSpeech(context.db, dayOf(context.clock.now()))
  const allowed = spent < speechDollars ? connections : connections.filter((connection) => priceOf(connection) === 0)
  if (allowed.length > 0) return allowed
  throw exhausted(
    context,
    'This site has used up what it may spend on voices today. The browser’s voices have no limit.',
  )
}

function exhausted({ clock }: Context, message: string): ApiError {
  const now = clock.now()
  const retryAfter = Math.ceil(((dayOf(now) + 1) * dayLength - now) / 1_000)
  return new ApiError('quota_exceeded', { message, retryAfter })
}
