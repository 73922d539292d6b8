import { z } from 'zod'
import { Budget, BudgetState, connectionStates } from './models.ts'
import type { Routes } from './routes.ts'

const count = z.number().int()
/** US dollars. Accounts of admins count as Premium. */
const amounts = z.object({ free: z.number(), premium: z.number() })

/** How the installation is doing. Figures without another period are of the last 24 hours. */
export const Overview = z.object({
  version: z.string(),
  /** The newest entries of CHANGELOG.md. */
  changes: z.array(z.string()),
  startedAt: count,
  /** What an operator should look at, the most urgent first; `to` is the page to do so. */
  attention: z.array(z.object({ text: z.string(), isUrgent: z.boolean(), to: z.string().nullable() })),
  /** Users seen, and accounts created. */
  activeUsers: count,
  newUsers: count,
  conversations: count,
  accounts: z.object({ free: count, premium: count, admin: count }),
  subscriptions: z.object({ paid: count, pastDue: count }),
  flags: z.object({ undecided: count, escalated: count, overdue: count }),
  /** Of each of the last seven days (UTC), today last: what was created, and by how many people a conversation. */
  week: z.object({
    people: z.array(count),
    conversations: z.array(count),
    accounts: z.array(count),
    subscriptions: z.array(count),
    flags: z.array(count),
  }),
  models: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The service, the model and the host. */
      description: z.string(),
      state: z.enum(connectionStates),
      replies: count,
      failures: count,
      medianFirstTokenMs: count.nullable(),
    }),
  ),
  /** What the models cost. `days` of a connection belong to `days`, which begin with today; all are UTC. */
  costs: BudgetState.extend({
    days: z.array(count),
    connections: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        /** False: its prices are not known. */
        isCounted: z.boolean(),
        month: amounts,
        days: z.array(amounts),
      }),
    ),
  }),
  /** Of the instance that answers. What is counted or timed is of its last hour; times are milliseconds, and null without any. */
  instance: z.object({
    requests: count,
    /** Answered with 500 or more. */
    failedRequests: count,
    /** `kind` in plain words. */
    modelErrors: z.array(z.object({ kind: z.string(), count })),
    /** Means. */
    statementMs: z.number().nullable(),
    transactionMs: z.number().nullable(),
    /** Of the time, the event loop. */
    busyPercent: count,
    liveReplies: count,
    /** Of all instances. */
    jobsWaiting: count,
    /** Seconds. */
    oldestJob: count,
    memory: count,
  }),
  /** Bytes. The disk is the one of the data folder. */
  storage: z.object({
    dialect: z.enum(['sqlite', 'postgres']),
    database: count,
    pictures: count,
    diskFree: count,
    diskTotal: count,
  }),
  /** The backups in the data folder. `failure`: why no nightly one could be made when it was last tried. */
  backups: z.object({
    count,
    bytes: count,
    newestAt: count.nullable(),
    isNightly: z.boolean(),
    failure: z.object({ at: count, message: z.string() }).nullable(),
  }),
})
export type Overview = z.infer<typeof Overview>

const access = 'admin'

export const overviewApi = {
  'GET /api/admin/overview': { access, response: Overview },
  'GET /api/admin/budget': { access, response: BudgetState },
  'PUT /api/admin/budget': { access, body: Budget, response: Overview },
} as const satisfies Routes
