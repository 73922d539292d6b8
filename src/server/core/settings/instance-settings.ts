import pLimit from 'p-limit'
import type { Queryable } from '#server/db/database.ts'
import { defaultSettings, type SettingName, Settings, StoredAnnouncement, settingVariables } from '#shared/settings.ts'
import type { Site } from '#shared/site.ts'
import type { Clock } from '../clock.ts'
import type { Env } from '../env.ts'
import { readSettings, readVoiceUse } from './queries.ts'

const names = Object.keys(Settings.shape) as SettingName[]

interface SettingsDeps {
  env: Env
  db: Queryable
  clock: Clock
}

/** The settings that admins change while the server runs. Held in memory, so that asking for them needs no statement. */
export class InstanceSettings {
  readonly #deps: SettingsDeps
  readonly #listeners = new Set<() => void>()
  #settings = defaultSettings
  #announcement: StoredAnnouncement = null
  #voiceUse = { speaks: false, transcribes: false }
  /** What was announced to the listeners last. */
  #known = ''
  readonly #queue = pLimit(1)

  private constructor(deps: SettingsDeps) {
    this.#deps = deps
  }

  static async open(deps: SettingsDeps): Promise<InstanceSettings> {
    const settings = new InstanceSettings(deps)
    await settings.load()
    return settings
  }

  current(): Settings {
    return this.#settings
  }

  /** Those that a variable of the environment decides. */
  get fixed(): SettingName[] {
    return names.filter((name) => this.#fromEnvironment(name) !== undefined)
  }

  /** As it was saved, whether or not it is shown at the moment. */
  get announcement(): StoredAnnouncement {
    return this.#announcement
  }

  site(): Site {
    const { siteName: name, welcomeText, registration, memory } = this.#settings
    const now = this.#deps.clock.now()
    const { id, text, from, until } = this.#announcement ?? { id: '', text: '', from: null, until: 0 }
    const isShown = now >= (from ?? 0) && now < (until ?? Number.POSITIVE_INFINITY)
    const { passwordLogin: passwords, oidc, mail } = this.#deps.env
    const announcement = isShown ? { id, text } : null
    // In the order of `defaultSite`, with which it is compared as JSON.
    const signIn = { passwords, provider: oidc?.name ?? null, mail: mail !== null }
    return { name, welcomeText, registration, ...signIn, memory, ...this.#voiceUse, announcement }
  }

  /** Calls the listener after each change, also of what `site` shows. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Reads what was committed before the call, one call at a time. */
  load(): Promise<void> {
    return this.#queue(() => this.#load())
  }

  async #load(): Promise<void> {
    const stored = await readSettings(this.#deps.db)
    const voiceUse = await readVoiceUse(this.#deps.db)
    const read = (name: SettingName) => {
      // What a newer version has stored may be unknown here.
      const parsed = Settings.shape[name].safeParse(JSON.parse(stored[name] ?? 'null'))
      return this.#fromEnvironment(name) ?? (parsed.success ? parsed.data : defaultSettings[name])
    }
    this.#settings = Object.fromEntries(names.map((name) => [name, read(name)])) as Settings
    this.#voiceUse = voiceUse
    this.#announcement = StoredAnnouncement.catch(null).parse(JSON.parse(stored.announcement ?? 'null'))
    const known = JSON.stringify([this.#settings, this.site()])
    if (known === this.#known) return
    this.#known = known
    for (const listener of this.#listeners) listener()
  }

  #fromEnvironment(name: SettingName) {
    return name in settingVariables ? this.#deps.env[name as keyof typeof settingVariables] : undefined
  }
}
