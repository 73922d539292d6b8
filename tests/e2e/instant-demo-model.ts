import { defaultDelays } from '#server/providers/models/demo-model.ts'

/** The demo model writes at once: a reply would take seconds, and each part of it is rendered. */
Object.assign(defaultDelays, { firstWordMs: 0, wordMs: 0 })
