import type { Sentences } from './sentence.ts'

/** §1 What the product does and for whom. */
export const section1 = {
  '1.landing.1': { says: 'The landing page has a header with the logo and a Log In button.' },
  '1.landing.2': { says: 'Its hero has a Get Started Free button and an Explore Characters button.' },
  '1.landing.3': {
    says: 'It features characters with name, description, avatar, category and chat count, as static sample content.',
  },
  '1.landing.4': {
    says: 'Four feature blurbs: chat with AI characters, create custom characters, community gallery, safe and respectful.',
  },
  '1.landing.5': {
    says: 'Headline stats: 50K+ active characters, 2M+ conversations, 100K+ users, 15+ categories.',
  },
  '1.landing.6': { says: 'A call to action: Create Your First Character.' },
  '1.landing.7': { says: 'A footer with copyright 2025.' },
  '1.people.1': { says: 'Signed-in users get a sidebar with profile and logout, and a light/dark theme toggle.' },
  '1.people.2': {
    says: 'Signed-in users can reach public characters, creating, chat, their display name and the upgrade to premium.',
  },
  '1.people.3': { says: 'Admins additionally moderate content flags.' },
} as const satisfies Sentences
