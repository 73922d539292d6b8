import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { findAccount } from '#server/accounts/queries.ts'
import { createCharacter } from '#server/characters/save-character.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { createAppeal } from '#server/moderation/appeals/create-appeal.ts'
import { claimFlag, unclaimFlag } from '#server/moderation/flags/claim-flag.ts'
import { decideFlag } from '#server/moderation/flags/decide-flags.ts'
import { raiseFlag } from '#server/moderation/raise-flag.ts'
import { type Action, type Category, FlagModel, type ModelFlag } from '#tests/support/flag-model.ts'
import { createTestApp } from '#tests/support/test-app.ts'

/** `FLAG_MODEL_RUNS=5000 npx vitest run --project integration-sqlite tests/integration/flag-model.test.ts` */
const runs = Number(process.env.FLAG_MODEL_RUNS ?? 20)
const timeout = 300_000 + runs * 2_000

const app = await createTestApp()
afterAll(() => app.close())

/** The server's side of a run: its characters and flags, in the order of the model's. */
class Server {
  readonly admins: Viewer[]
  readonly characters: string[]
  readonly flags: string[] = []
  now: number
  readonly #firstAudit: number

  private constructor(admins: Viewer[], characters: string[], firstAudit: number, now: number) {
    this.admins = admins
    this.characters = characters
    this.#firstAudit = firstAudit
    this.now = now
  }

  static async create(now: number): Promise<Server> {
    const admins: Viewer[] = []
    for (let index = 0; index < 3; index++) {
      const id = app.context.ids.uuid()
      const name = { username: id, username_key: id, display_name: null, player_name: null }
      await app.context.db
        .insertInto('users')
        .values({
          id,
          ...name,
          password_hash: '',
          account_type: 'admin',
          adult_confirmed_at: null,
          deletion_requested_at: null,
          created_at: now,
        })
        .execute()
      const account = await findAccount(app.context.db, id)
      if (account) admins.push({ ...account, session_id: 's' as Viewer['session_id'], session_created_at: now })
    }
    const [author] = admins
    if (!author) throw new Error('No author.')
    const characters = [0, 1].map(() =>
      createCharacter(app.context, author, { name: 'Ada', description: 'Keeps a lamp.' }),
    )
    const ids = (await Promise.all(characters)).map(({ id }) => id)
    return new Server(admins, ids, await countAudits(), now)
  }

  get context() {
    return { ...app.context, clock: { now: () => this.now, elapsed: () => this.now } }
  }

  async raise(character: number, category: Category, hold: boolean): Promise<void> {
    const flag = await app.context.transact((trx) =>
      raiseFlag(this.context, trx, {
        targetType: 'character',
        targetId: this.characters[character] ?? '',
        targetName: 'Ada',
        category,
        source: 'policy',
        summary: 'Character “Ada”',
        details: '',
        subjectId: this.admins[0]?.id ?? '',
        evidence: {},
        hold,
      }),
    )
    if (!this.flags.includes(flag.id)) this.flags.push(flag.id)
  }

  async appeal(index: number): Promise<void> {
    const [author] = this.admins
    const flagId = this.flags[index] ?? ''
    if (author) await createAppeal(this.context, author, { flagId, text: 'Please look again.' })
    const appeals = app.context.db.selectFrom('flags').select('id').where('category', '=', 'appeal')
    this.flags.push((await appeals.where('previous_flag_id', '=', flagId).executeTakeFirstOrThrow()).id)
  }

  /** The state of the model, as the database has it. */
  async read() {
    const { db } = app.context
    const flags = await db.selectFrom('flags').selectAll().where('target_id', 'in', this.characters).execute()
    const characters = await db.selectFrom('characters').selectAll().where('id', 'in', this.characters).execute()
    const author = await db
      .selectFrom('users')
      .select('suspended_until')
      .where('id', '=', this.admins[0]?.id ?? '')
      .executeTakeFirst()
    return {
      flags: this.flags.map((id) => {
        const flag = flags.find((row) => row.id === id)
        return [
          flag?.status,
          flag?.report_count,
          flag?.claimed_by,
          flag?.claimed_until,
          flag?.decided_by,
          flag?.reversed_at !== null,
        ]
      }),
      count: flags.length,
      characters: this.characters.map((id) => {
        const character = characters.find((row) => row.id === id)
        return [character?.moderation_state, character?.is_public]
      }),
      strikes: flags.filter(({ strike, reversed_at }) => strike === 1 && reversed_at === null).length,
      suspendedUntil: author?.suspended_until,
      audits: (await countAudits()) - this.#firstAudit,
    }
  }
}

async function countAudits(): Promise<number> {
  const last = await app.context.db.selectFrom('audit_entries').select('seq').orderBy('seq', 'desc').executeTakeFirst()
  return last?.seq ?? 0
}

function expected(model: FlagModel, { admins }: Server) {
  const idOf = (admin: number | undefined | null) => (admin == null ? null : admins[admin]?.id)
  return {
    flags: model.flags.map((flag) => [
      flag.status,
      flag.reports,
      idOf(flag.claim?.by),
      flag.claim?.until ?? null,
      idOf(flag.decidedBy),
      flag.isReversed,
    ]),
    count: model.flags.length,
    characters: [0, 1].map((character) => {
      const state = model.stateOf(character)
      return [state, state === 'none' ? 1 : 0]
    }),
    strikes: model.strikes(),
    suspendedUntil: model.suspendedUntil(),
    audits: model.audits,
  }
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof ApiError) return error.code
      throw error
    },
  )

type Command = fc.AsyncCommand<FlagModel, Server>

/** A command on one of the flags there are. */
function onFlag(
  pick: number,
  text: string,
  run: (model: FlagModel, server: Server, flag: ModelFlag, id: string, index: number) => [string, Promise<unknown>],
): Command {
  return {
    check: ({ flags }) => flags.length > 0,
    async run(model, server) {
      const index = pick % model.flags.length
      const flag = model.flags[index]
      if (!flag) throw new Error('No flag.')
      const [wanted, work] = run(model, server, flag, server.flags[index] ?? '', index)
      expect([text, await codeOf(work)]).toEqual([text, wanted])
      expect(await server.read()).toEqual(expected(model, server))
    },
    toString: () => `${text} on flag ${pick}`,
  }
}

/** Mostly those who may decide. */
const admin = fc.constantFrom(0, 1, 1, 1, 2, 2, 2)
const pick = fc.nat(20)
const commands = [
  fc.tuple(fc.constantFrom(0, 1), fc.constantFrom<Category>('spam', 'hate'), fc.boolean()).map(
    ([character, category, hold]): Command => ({
      check: () => true,
      async run(model, server) {
        model.raise(character, category, hold)
        await server.raise(character, category, hold)
        expect(await server.read()).toEqual(expected(model, server))
      },
      toString: () => `raise ${category} on ${character}${hold ? ', held' : ''}`,
    }),
  ),
  fc
    .tuple(
      pick,
      admin,
      fc.constantFrom<Action>('approve', 'dismiss', 'escalate'),
      fc.boolean(),
      fc.option(fc.integer({ min: 1, max: 9 }), { freq: 1 }),
    )
    .map(([flag, by, action, override, days]) =>
      onFlag(flag, `${action} by ${by}${override ? ', overriding' : ''}`, (model, server, target, id) => {
        const suspendDays = days ?? undefined
        const moderator = { admin: server.admins[by] as Viewer, requestId: 'r' }
        const request = { action, notes: '', override, ...(suspendDays === undefined ? {} : { suspendDays }) }
        return [
          model.act(by, target, action, { override, days: suspendDays }),
          decideFlag(server.context, moderator, id, request),
        ]
      }),
    ),
  fc
    .tuple(pick, admin)
    .map(([flag, by]) =>
      onFlag(flag, `claim by ${by}`, (model, server, target, id) => [
        model.claim(by, target),
        claimFlag(server.context, server.admins[by] as Viewer, id),
      ]),
    ),
  fc
    .tuple(pick, admin)
    .map(([flag, by]) =>
      onFlag(flag, `unclaim by ${by}`, (model, server, target, id) => [
        model.unclaim(by, target),
        unclaimFlag(server.context, server.admins[by] as Viewer, id),
      ]),
    ),
  pick.map((flag) =>
    onFlag(flag, 'appeal', (model, server, target, _, index) => [model.appeal(target), server.appeal(index)]),
  ),
  fc.constantFrom(60_000, 300_000, 86_400_000, 21 * 86_400_000).map(
    (milliseconds): Command => ({
      check: () => true,
      async run(model, server) {
        model.now += milliseconds
        server.now += milliseconds
      },
      toString: () => `wait ${milliseconds} ms`,
    }),
  ),
]

test(
  `any sequence of actions, claims and appeals does what the model says (${runs} runs)`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 30, size: 'max' }), async (sequence) => {
        const now = app.clock.now()
        const server = await Server.create(now)
        await fc.asyncModelRun(() => ({ model: new FlagModel(now), real: server }), sequence)
      }),
      { numRuns: runs },
    )
  },
  timeout,
)
