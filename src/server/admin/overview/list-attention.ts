import { activeClassifier } from '#server/core/context.ts'
import type { ImageConnection } from '#shared/images.ts'
import { describeConnection, type ModelConnection } from '#shared/models.ts'
import type { Overview } from '#shared/overview.ts'
import type { VoiceConnection } from '#shared/voices.ts'
import type { OverviewDeps } from './overview-deps.ts'

type Attention = Overview['attention'][number]

interface State extends OverviewDeps, Pick<Overview, 'flags' | 'storage' | 'backups' | 'subscriptions'> {
  connections: ModelConnection[]
  isRedisDown: boolean
  /** Whether some page is still the draft that comes with Troupe. */
  hasDraftPages: boolean
  imageConnection: ImageConnection | null
  voiceConnections: VoiceConnection[]
  /** Why images cannot be stored at the moment, or null. */
  storageProblem: string | null
}

/** What needs an operator's attention: each with its cause and its effect, in plain words. */
export function listAttention(state: State): Attention[] {
  const all = [
    ...aboutStorage(state),
    ...aboutModels(state),
    ...aboutBudget(state),
    ...aboutPeople(state),
    ...aboutSettings(state),
  ]
  return all.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent))
}

const leastFree = 1024 ** 3

function aboutStorage(state: State): Attention[] {
  const { storage, backups, isRedisDown, storageProblem } = state
  const { diskFree, diskTotal } = storage
  const found: Attention[] = []
  if (backups.failure) {
    const text = `The nightly backup has failed. ${backups.failure.message.replace(/\.?$/, '.')} It is tried again every hour.`
    found.push({ text, isUrgent: true, to: null })
  }
  if (diskFree < leastFree || diskFree < diskTotal / 20) {
    const left =
      diskFree < leastFree ? `${Math.floor(diskFree / 1024 ** 2)} MB` : `${Math.floor(diskFree / leastFree)} GB`
    const text = `The disk of the data folder has ${left} left. When it is full, nothing can be saved: delete old backups, or give it more room.`
    found.push({ text, isUrgent: true, to: null })
  }
  if (storageProblem !== null) {
    found.push({ text: `Pictures cannot be stored or shown. ${storageProblem}`, isUrgent: true, to: null })
  }
  if (isRedisDown) {
    const text =
      'Redis does not answer. Until it does, rate limits count per instance, and replies of other instances arrive in steps. Check that it runs at REDIS_URL.'
    found.push({ text, isUrgent: true, to: null })
  }
  return found
}

const unreadableKey = (name: string) =>
  `The stored key of ${name} cannot be read: it was saved with another SECRET_KEY or secret.key. Enter it again.`

function aboutModels({ models, connections, imageConnection, voiceConnections }: State): Attention[] {
  const to = '/admin/models'
  const found = connections.flatMap((connection): Attention[] => {
    const { state, failure } = connection
    const isNameShared = connections.some(({ id, name }) => name === connection.name && id !== connection.id)
    const name = isNameShared ? `${connection.name} (${describeConnection(connection)})` : connection.name
    if (state === 'key_unreadable') return [{ text: unreadableKey(name), isUrgent: true, to }]
    if (state !== 'failing' || !failure) return []
    return [{ text: `${name} fails. ${failure.message}`, isUrgent: true, to }]
  })
  if (imageConnection?.isKeyUnreadable) {
    found.push({ text: unreadableKey(`the picture service (${imageConnection.serviceLabel})`), isUrgent: true, to })
  }
  for (const { name, isKeyUnreadable } of voiceConnections) {
    if (isKeyUnreadable) found.push({ text: unreadableKey(name), isUrgent: true, to: '/admin/voices' })
  }
  const hasNone = { free: models.select('free')[0].builtIn, premium: models.select('premium')[0].builtIn }
  if (hasNone.premium) {
    found.unshift({ text: 'No model is connected. A small demo program answers.', isUrgent: true, to })
  } else if (hasNone.free) {
    const text = 'Free accounts get the demo program: every model that is connected is for Premium only.'
    found.unshift({ text, isUrgent: false, to })
  }
  return found
}

function aboutBudget({ models: { budget }, context }: State): Attention[] {
  const { budget: settings, spent } = budget.state
  const { dollars, stops } = settings
  if (dollars === null || spent < dollars * 0.8) return []
  const date = new Date(context.clock.now())
  const next = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
  const until = next.toLocaleDateString('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const used = `$${spent.toFixed(2)} of this month's budget of $${dollars.toFixed(2)} for models is spent.`
  if (spent < dollars) return [{ text: used, isUrgent: false, to: null }]
  const effect = stops
    ? `Models with a price write no replies until ${until}. Raise the budget below to go on.`
    : 'Replies go on. Raise the budget below, or let it stop them.'
  return [{ text: `${used} ${effect}`, isUrgent: true, to: null }]
}

function aboutPeople({ flags, subscriptions }: State): Attention[] {
  const found: Attention[] = []
  if (flags.overdue > 0) {
    const text = flags.overdue === 1 ? 'A flag is overdue.' : `${flags.overdue} flags are overdue.`
    found.push({ text, isUrgent: true, to: '/admin?overdue=true' })
  }
  if (flags.escalated > 0) {
    const text =
      flags.escalated === 1
        ? 'A flag was escalated to the admins.'
        : `${flags.escalated} flags were escalated to the admins.`
    found.push({ text, isUrgent: true, to: '/admin?status=acknowledged' })
  }
  const { pastDue } = subscriptions
  if (pastDue > 0) {
    const text =
      pastDue === 1
        ? 'The payment of a subscription has failed.'
        : `The payments of ${pastDue} subscriptions have failed.`
    found.push({ text: `${text} The payment service tries again.`, isUrgent: false, to: '/admin/users?show=premium' })
  }
  return found
}

function aboutSettings({ context, payments, hasDraftPages }: State): Attention[] {
  const { env } = context
  const to = '/admin/payments'
  const found: Attention[] = []
  if (env.production && !env.secure) {
    const text =
      'PUBLIC_URL is no https address, so passwords and cookies travel unencrypted. Serve the site over https.'
    found.push({ text, isUrgent: true, to: null })
  }
  if (env.production && hasDraftPages) {
    const text =
      'The terms, the privacy notice or the house rules are still the drafts that come with Troupe. Read them, add who you are, and save them.'
    found.push({ text, isUrgent: false, to: '/admin/pages' })
  }
  if (activeClassifier(context)?.isAvailable === false) {
    const text =
      'The classifier did not answer when it was last asked. Until it does, only the rules check texts, mature and explicit characters do not answer, and new public characters wait. Check that its service runs at CLASSIFIER_BASE_URL.'
    found.push({ text, isUrgent: true, to: null })
  }
  if (payments === null) {
    found.push({ text: 'Nobody can subscribe: no payment service is connected.', isUrgent: false, to })
  } else if (payments.name === 'sandbox') {
    const text = 'Payments are in test mode: Premium is given for test cards, and no money moves.'
    found.push({ text, isUrgent: false, to })
  }
  return found
}
