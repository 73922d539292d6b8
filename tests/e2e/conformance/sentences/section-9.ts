import type { Sentences } from './sentence.ts'

/** §9 Business constants and limits. */
export const section9 = {
  '9.price': { says: 'Premium is $9.99 per month, Free $0, Admin custom.' },
  '9.password': { says: 'A password has at least 6 characters: 6 are accepted.' },
  '9.display-name': { says: 'A display name has 1 to 50 characters: both 1 and 50 are accepted.' },
  '9.typewriter': {
    says: 'The chat’s typewriter runs at 25 characters a second (30 by default).',
    because: 'the speed is that of a function',
  },
  '9.websocket': {
    says: 'The WebSocket’s connect time-out is 5 s.',
    because: 'the connection is tested with a server',
  },
  '9.alerts': {
    says: 'Recent alerts keep 10 entries and show 5. Severity 4 or higher is destructive, 3 secondary, below 3 outline; the toast is destructive from 4 on.',
  },
  '9.trending': { says: 'Trending shows 6 characters.' },
  '9.categories': {
    says: 'The categories: Adventure, Comedy, Creative Writing, Drama, Education, Fantasy, Gaming, Historical, Horror, Life Advice, Modern, Mystery, Other, Romance, Sci-Fi.',
  },
  '9.flags': { says: 'The flag filters: open, acknowledged, resolved, dismissed.' },

  '9.toast.1': { says: 'At most 1 toast is visible.' },
  '9.toast.2': { says: 'A toast stays for 5000 ms.' },
  '9.toast.3': {
    says: 'A dismissed toast is removed after 1,000,000 ms.',
    because: 'the toast is invisible long before',
  },
  '9.toast.4': { says: 'A swipe to the right of 50 px or more dismisses a toast; a shorter one does not.' },
  '9.toast.5': { says: 'F8 moves the focus to the toasts.' },
  '9.toast.6': { says: 'The toast area is at most 420 px wide on medium screens and up.' },

  '9.sidebar.1': { says: 'The sidebar is 16rem wide on a desktop.' },
  '9.sidebar.2': { says: 'The sheet on a phone is 18rem wide.' },
  '9.sidebar.3': { says: 'Collapsed, the sidebar is 3rem wide.' },
  '9.sidebar.4': { says: 'The breakpoint is 768 px: at 768 a sidebar, at 767 a sheet.' },
  '9.tooltip.1': { says: 'A tooltip opens after 700 ms.' },
  '9.tooltip.2': { says: 'Moving on to the next within 300 ms opens it at once; later it waits again.' },
  '9.tooltip.3': { says: 'In the sidebar the delay is 0.' },
  '9.copyright': { says: 'The copyright year is 2025.' },
} as const satisfies Sentences
