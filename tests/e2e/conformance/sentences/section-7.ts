import type { Sentences } from './sentence.ts'

const provider = 'the card payment provider itself'
const alerts = 'real-time alerts'

/** §7 The calls it makes, as far as they show in the browser. */
export const section7 = {
  '7.1': {
    says: 'All calls send credentials.',
    because: 'browsers send cookies to the same origin with and without the option',
  },
  '7.2': { says: 'A body, when present, is JSON.' },
  '7.3': { says: 'Queries are GETs whose path is the key’s segments joined by a slash.' },
  '7.4': { says: 'A 401 is treated as an error.' },
  '7.5': { says: 'There are no retries.' },
  '7.6': { says: 'There is no refetch on window focus.' },
  '7.7': { says: 'There is no polling, and data never goes stale.' },
  '7.8': { says: 'Public characters are loaded when signed in.' },
  '7.9': {
    says: 'The provider is configured with a publishable key and confirms the payment in the browser.',
    later: provider,
  },
  '7.10': { says: 'Alerts come over a WebSocket at /ws or as server-sent events.', later: alerts },
} as const satisfies Sentences
