import pLimit from 'p-limit'
import type { Context } from '#server/core/context.ts'
import { type AlertMessage, alertLimits } from '#shared/alerts.ts'
import { listFlagsById } from '../flags/queries.ts'
import { viewFlag } from '../flags/view.ts'
import { findLastAlertId } from '../queries.ts'
import { alertsTopic } from '../raise-flag.ts'
import { findFirstAlertId, listAlertsAfter } from './queries.ts'

/** A connected dashboard. */
export interface AlertSubscriber {
  /** `message`: the JSON of an `AlertMessage`, serialized once for all subscribers. */
  send(type: AlertMessage['type'], id: string, message: string): void
}

/**
 * Milliseconds between two polls of the database while a dashboard is connected. Alerts that are not announced arrive
 * after at most this time: those of other instances without Redis or during its outages.
 */
const pollInterval = 1_000

/**
 * Sends alerts to the dashboards that are connected to this instance. Alerts are always read from the table; the bus
 * only announces that there are new ones. All reading is one queue, so that each subscriber gets each alert once and in
 * order.
 */
export class AlertHub {
  readonly #context: Context
  readonly #subscribers = new Set<AlertSubscriber>()
  /** The last alert that the subscribers got. */
  #lastId = 0
  readonly #queue = pLimit(1)
  /** Whether a delivery waits in the queue: it will also read what is announced meanwhile. */
  #isDeliveryQueued = false
  #timer: NodeJS.Timeout | undefined
  #unsubscribe: (() => void) | null = null

  constructor(context: Context) {
    this.#context = context
  }

  async start(): Promise<void> {
    this.#unsubscribe = await this.#context.bus.subscribe(alertsTopic, () => this.#wake())
  }

  /** Sends the alerts after `lastEventId`, then new ones. The first message has the type `first`. Returns how to unsubscribe. */
  async subscribe(subscriber: AlertSubscriber, lastEventId: number | null, first: 'auth_success' | 'connected') {
    const unsubscribe = () => {
      this.#subscribers.delete(subscriber)
      if (this.#subscribers.size === 0) this.#stopPolling()
    }
    await this.#queue(async () => {
      const head = await findLastAlertId(this.#context.db)
      // An alert that is not yet on disk may be lost, and its id used again.
      await this.#context.synced()
      if (this.#subscribers.size === 0) this.#lastId = head
      else await this.#deliver()
      const start = lastEventId ?? this.#lastId
      send(subscriber, { type: first, id: String(start) })
      if (await this.#canReplay(start)) {
        for (const message of await this.#readAfter(start, this.#lastId)) send(subscriber, message)
      } else {
        send(subscriber, { type: 'resync', id: String(this.#lastId) })
      }
      this.#subscribers.add(subscriber)
      this.#startPolling()
    })
    return unsubscribe
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.()
    this.#stopPolling()
    await this.#queue(() => {})
  }

  #wake(): void {
    if (this.#subscribers.size === 0 || this.#isDeliveryQueued) return
    this.#isDeliveryQueued = true
    this.#queue(async () => {
      this.#isDeliveryQueued = false
      await this.#deliver()
    }).catch((error: unknown) => this.#context.log.warn({ err: error }, 'alerts could not be read'))
  }

  async #deliver(): Promise<void> {
    for (;;) {
      const messages = await this.#readAfter(this.#lastId, null)
      if (messages.length === 0) return
      for (const message of messages) {
        const json = JSON.stringify(message)
        for (const subscriber of this.#subscribers) subscriber.send(message.type, message.id, json)
      }
      this.#lastId = Number(messages.at(-1)?.id)
    }
  }

  /** The alerts after `id`, up to `until`, with the current state of their flags. */
  async #readAfter(id: number, until: number | null): Promise<AlertMessage[]> {
    const { db, synced } = this.#context
    const limit = until === null ? alertLimits.replay : Math.min(alertLimits.replay, until - id)
    if (limit <= 0) return []
    const alerts = await listAlertsAfter(db, id, limit)
    if (alerts.length === 0) return []
    const rows = await listFlagsById(db, [...new Set(alerts.map(({ flag_id }) => flag_id))])
    await synced()
    const flags = new Map(rows.map((row) => [row.id, viewFlag(row)]))
    return alerts.flatMap((alert) => {
      const flag = flags.get(alert.flag_id)
      return flag ? [{ type: alert.kind, id: String(alert.id), flag }] : []
    })
  }

  /** Whether everything after this alert is still stored, and not too much to be sent again. */
  async #canReplay(id: number): Promise<boolean> {
    if (id > this.#lastId || this.#lastId - id > alertLimits.replay) return false
    return id === this.#lastId || id >= (await findFirstAlertId(this.#context.db)) - 1
  }

  #startPolling(): void {
    if (this.#timer) return
    this.#timer = setInterval(() => this.#wake(), pollInterval).unref()
  }

  #stopPolling(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

function send(subscriber: AlertSubscriber, message: AlertMessage): void {
  subscriber.send(message.type, message.id, JSON.stringify(message))
}
