// Without a schema: the landing page loads it.

/** Who may create an account: everybody, whoever has a link from an admin, or nobody. */
export const registrations = ['open', 'invitation', 'closed'] as const
export type Registration = (typeof registrations)[number]

/** What every page needs to know of the settings, for visitors too. */
export interface Site {
  name: string
  /** Empty: the text that comes with Troupe. */
  welcomeText: string
  registration: Registration
  /** Whether people log in with passwords. */
  passwords: boolean
  /** The name of the OpenID provider with which they log in too; null without one. */
  provider: string | null
  /** Whether the site sends mails. */
  mail: boolean
  /** Whether conversations can have a memory. */
  memory: boolean
  /** Whether a connected service speaks, and whether one writes down what is said. */
  speaks: boolean
  transcribes: boolean
  /** What admins want everybody to read at the moment. */
  announcement: { id: string; text: string } | null
}

export const defaultSite: Site = {
  name: 'Troupe',
  welcomeText: '',
  registration: 'open',
  passwords: true,
  provider: null,
  mail: false,
  memory: true,
  speaks: false,
  transcribes: false,
  announcement: null,
}

/** The element in which the server tells a page what differs from `defaultSite` (server/http/site-html.ts). */
export const siteElementId = 'site'

/** The pages are built with these texts in elements with the attribute `data-site`. */
export const siteTexts = {
  name: defaultSite.name,
  welcome:
    'Talk with characters who remember, write your own, and share them with everyone. Free to start, and nothing you say is ever lost.',
} as const

/** The parameter of the address with which an invitation leads to the landing page. */
export const invitationParameter = 'invitation'
