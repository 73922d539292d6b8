import { expect, test } from 'vitest'
import { act, raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

/** `FLAG_RACE_FLAGS=200 npx vitest run --project integration-postgres tests/integration/flag-race.test.ts` */
const flagCount = Number(process.env.FLAG_RACE_FLAGS ?? 5)
const adminCount = 50

const app = await createSharedApp()
const author = await app.signUp('author')
const reader = await app.signUp('reader')
const admins: Client[] = []
for (let index = 0; index < adminCount; index++) admins.push(await signUpAdmin(app))

test(
  `of ${adminCount} admins who act on a flag at once, one succeeds, with one audit entry and one effect (${flagCount} flags)`,
  async () => {
    const actions = ['approve', 'dismiss'] as const
    for (let round = 0; round < flagCount; round++) {
      const { id } = await createCharacter(author)
      const flagId = await raiseReport(app, reader, { type: 'character', id })
      const results = await Promise.all(
        admins.map((admin, index) => act(admin, flagId, { action: actions[index % 2] ?? 'approve' })),
      )
      const successes = results.filter(({ status }) => status === 200)
      expect(successes).toHaveLength(1)
      expect(new Set(results.map(({ body }) => body.code ?? 'ok'))).toEqual(new Set(['ok', 'already_in_state']))
      const [success] = successes
      const isApproved = success?.body.flag.status === 'resolved'
      const entries = await app.rows('audit_entries', { target_id: flagId }, 'action')
      expect(entries).toEqual([{ action: isApproved ? 'approve' : 'dismiss' }])
      const done = await app.rows('flag_actions', { flag_id: flagId }, 'id')
      expect(done).toHaveLength(1)
      const character = await app.row('characters', { id })
      expect(character).toMatchObject(
        isApproved ? { moderation_state: 'removed', is_public: 0 } : { moderation_state: 'none', is_public: 1 },
      )
      const removed = await app.rows('removed_content', { target_id: id }, 'target_id')
      expect(removed).toHaveLength(isApproved ? 1 : 0)
      // One alert for the report and one for the decision.
      const alerts = await app.rows('alerts', { flag_id: flagId }, 'kind')
      expect(alerts.map(({ kind }) => kind)).toEqual(['flag_alert', 'flag_updated'])
    }
  },
  20_000 + flagCount * 5_000,
)
