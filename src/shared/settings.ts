import { z } from 'zod'
import { cleanText } from './clean-text.ts'
import { contentRatings } from './entitlements.ts'
import type { Routes } from './routes.ts'
import { defaultSite, registrations } from './site.ts'
import { numberWithin } from './text-fields.ts'
import { voiceLimits } from './voice-terms.ts'

export const settingLimits = {
  siteName: 40,
  welcomeText: 400,
  announcement: 500,
  freeDailyMessages: 1_000_000,
} as const

const text = (max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .refine((value) => [...value].length <= max, `Please use ${max} characters or less`)

export const SiteName = text(settingLimits.siteName)
  .refine((name) => name !== '', 'Please enter a name')
  .refine((name) => !name.includes('\n'), 'A name is one line')

const speechMinutes = numberWithin(0, voiceLimits.minutes)

/** What admins change in the browser. A change takes effect on all instances within two seconds. */
export const Settings = z.object({
  siteName: SiteName,
  /** On the landing page; empty: the text that comes with Troupe. */
  welcomeText: text(settingLimits.welcomeText),
  registration: z.enum(registrations),
  freeDailyMessages: numberWithin(0, settingLimits.freeDailyMessages),
  maxContentRating: z.enum(contentRatings),
  /** Off: no conversation uses or writes a memory, whatever its owner has chosen. */
  memory: z.boolean(),
  /** On: a model that does not name the expression of its reply is asked for it in another call. */
  expressionCalls: z.boolean(),
  /** Minutes of speech a day by connected voices, for each account. Admins have no limit. */
  freeSpeechMinutes: speechMinutes,
  premiumSpeechMinutes: speechMinutes,
  /** US dollars that connected voices may cost in a day, as far as their prices are known; null for any amount. */
  speechDollars: numberWithin(0, voiceLimits.dollars, { isWhole: false, orEmpty: true }).nullable(),
  /** Off: the rules of the safety policy check texts alone. */
  classifier: z.boolean(),
})
export type Settings = z.infer<typeof Settings>
export type SettingName = keyof Settings

export const defaultSettings: Settings = {
  siteName: defaultSite.name,
  welcomeText: defaultSite.welcomeText,
  registration: defaultSite.registration,
  freeDailyMessages: 50,
  maxContentRating: 'explicit',
  memory: true,
  expressionCalls: false,
  freeSpeechMinutes: 10,
  premiumSpeechMinutes: 120,
  speechDollars: null,
  classifier: true,
}

/** How admins read them. */
export const settingLabels: Record<SettingName, string> = {
  siteName: 'Name of this site',
  welcomeText: 'Welcome text',
  registration: 'Who may sign up',
  freeDailyMessages: 'Messages a day for free accounts',
  maxContentRating: 'Highest content rating',
  memory: 'Memory',
  expressionCalls: 'Ask again for expressions',
  freeSpeechMinutes: 'Minutes of speech a day for free accounts',
  premiumSpeechMinutes: 'Minutes of speech a day for Premium',
  speechDollars: 'Dollars a day for voices',
  classifier: 'Classifier',
}

/** The environment variables that decide in place of the browser. */
export const settingVariables = {
  siteName: 'SITE_NAME',
  registration: 'REGISTRATION',
  freeDailyMessages: 'FREE_DAILY_MESSAGES',
  maxContentRating: 'MAX_CONTENT_RATING',
} as const satisfies Partial<Record<SettingName, string>>

const SettingsState = z.object({
  settings: Settings,
  /** Those that a variable of the environment decides. */
  fixed: z.array(z.keyof(Settings)),
  /** Whether a classifier is connected, so that the switch has an effect. */
  hasClassifier: z.boolean(),
})
export type SettingsState = z.infer<typeof SettingsState>

const time = z.number().int().min(0).max(8.64e15).nullable()

/** A text for everybody. Without times it is shown at once, until it is removed. */
export const Announcement = z
  .object({
    text: text(settingLimits.announcement).refine((value) => value !== '', 'Write what everybody should know'),
    /** Milliseconds since 1970. */
    from: time,
    until: time,
  })
  .refine(({ from, until }) => until === null || until > (from ?? 0), {
    path: ['until'],
    message: 'The end must be later than the beginning',
  })
export type Announcement = z.infer<typeof Announcement>

export const StoredAnnouncement = Announcement.safeExtend({ id: z.string() }).nullable()
export type StoredAnnouncement = z.infer<typeof StoredAnnouncement>

const AnnouncementState = z.object({ announcement: StoredAnnouncement })

const SiteResponse = z.object({
  name: z.string(),
  welcomeText: z.string(),
  registration: z.enum(registrations),
  passwords: z.boolean(),
  provider: z.string().nullable(),
  mail: z.boolean(),
  memory: z.boolean(),
  speaks: z.boolean(),
  transcribes: z.boolean(),
  announcement: z.object({ id: z.string(), text: z.string() }).nullable(),
})

const access = 'admin'

export const siteSettingsApi = {
  'GET /api/site': { access: 'public', response: SiteResponse },
  'GET /api/admin/settings': { access, response: SettingsState },
  /** What is left out stays as it is. */
  'PUT /api/admin/settings': { access, body: Settings.partial(), response: SettingsState },
  'GET /api/admin/announcement': { access, response: AnnouncementState },
  'PUT /api/admin/announcement': {
    access,
    body: z.object({ announcement: Announcement.nullable() }),
    response: AnnouncementState,
  },
} as const satisfies Routes
