import type { Sentences } from './sentence.ts'

const dashboard = 'the moderation dashboard'

/** §2 Screens and routes. */
export const section2 = {
  '2.visitors.1': { says: 'Signed out, /subscribe shows the subscription page.' },
  '2.visitors.2': { says: 'Signed out, any other path shows the landing page.' },
  '2.visitors.3': { says: 'The landing page has login and get-started actions.' },

  '2.routes.home.1': { says: '/ shows a welcome heading with the user’s name.' },
  '2.routes.home.2': { says: '/ has a Create Character button.' },
  '2.routes.home.3': { says: '/ shows a grid of public characters.' },
  '2.routes.create': { says: '/create shows the character creator.' },
  '2.routes.discover': { says: '/discover shows a grid of public characters.' },
  '2.routes.trending': { says: '/trending shows the first 6 public characters.' },
  '2.routes.my-characters.1': { says: '/my-characters shows the user’s own characters with a create button.' },
  '2.routes.my-characters.2': {
    says: '/my-characters has an empty state that offers to create the first character.',
  },
  '2.routes.pricing': { says: '/pricing shows plan cards with the current plan marked.' },
  '2.routes.admin.1': { says: '/admin shows Access Denied and Admin access required to everyone but admins.' },
  '2.routes.admin.2': { says: '/admin shows the dashboard to admins.', later: dashboard },
  '2.routes.subscribe': { says: '/subscribe shows the subscription page.' },
  '2.routes.subscription-success': {
    says: '/subscription-success is a page: payments return to it.',
  },
  '2.routes.chat': { says: '/chat is a separate full-height layout with a character sidebar.' },
  '2.routes.other': { says: 'Any other path shows the 404 page.' },

  '2.sidebar.1': { says: 'The sidebar lists Home, Discover, Trending and My Characters with their addresses.' },
  '2.sidebar.2': { says: 'Only the expanded sidebar of the application also lists Chat.' },
  '2.sidebar.3': { says: 'A Create group holds Create Character (/create) and Subscribe (/subscribe).' },
  '2.sidebar.4': { says: 'The active route is highlighted.' },
  '2.sidebar.5': { says: 'The sidebar’s footer has the profile.' },
  '2.sidebar.6': { says: 'A settings button in the footer opens the Profile Settings dialog.' },
  '2.sidebar.7': { says: 'The footer has logout.' },
  '2.sidebar.8': { says: 'The sidebar is expanded or collapsed.' },
  '2.sidebar.9': { says: 'Collapsed, it shows icons only.' },
  '2.sidebar.10': { says: 'Collapsed in chat mode, it shows the selected character’s avatar and name as well.' },
  '2.sidebar.11': { says: 'On screens narrower than 768 px it is a sheet that slides in from the left.' },
  '2.sidebar.12': { says: 'The key b with meta or control toggles it.' },
  '2.sidebar.13': { says: 'The collapse/expand toggle is on desktop only.' },
  '2.sidebar.14': { says: 'In chat mode it adds a Characters list with avatar, name and category.' },
  '2.sidebar.15': { says: 'The Characters list selects the current character.' },

  '2.card.1': { says: 'A character card has an avatar.' },
  '2.card.2': { says: 'It has a category badge.' },
  '2.card.3': { says: 'It has a lock icon when the character is not public, and none when it is.' },
  '2.card.4': { says: 'It has the name.' },
  '2.card.5': { says: 'It has the description in two lines at most.' },
  '2.card.6': { says: 'It says “You play as: {role}” when userRole is set, and not otherwise.' },
  '2.card.7': { says: 'It has the chat count.' },
  '2.card.8': { says: 'It has the rating to one decimal.' },
  '2.card.9': { says: 'It says “by {creator}”.' },
  '2.card.10': { says: 'It has a Chat button.' },
  '2.card.11': { says: 'It has an Edit button only where editing is offered.' },

  '2.settings.1': { says: 'The Profile Settings dialog has one field, the display name.' },
  '2.settings.2': { says: 'Its save button reads “Saving...” while the change is pending.' },
  '2.settings.3': { says: 'It closes on success.' },
  '2.settings.4': { says: 'Its form resets to the current display name each time it opens.' },

  '2.creator.1': { says: 'The creator has five tabs: Quick Start, Basics, Personality, Storytelling, Image.' },
  '2.creator.2': { says: 'Quick Start offers four templates.' },
  '2.creator.3': { says: 'A template can be applied.' },
  '2.creator.4': { says: 'An image can be generated.' },
  '2.creator.5': { says: 'The character can be saved.' },

  '2.chat.1': { says: 'The chat’s header has back, avatar, name and category.' },
  '2.chat.2': { says: 'The header has New Chat and Edit.' },
  '2.chat.3': { says: 'The header has a filter-status badge.' },
  '2.chat.4': { says: 'A “Your role” banner is shown if and only if the character has a userRole.' },
  '2.chat.5': { says: 'There is a message list with a typing indicator.' },
  '2.chat.6': { says: 'There is a text input with a send button.' },
  '2.chat.7': { says: 'Enter sends.' },
  '2.chat.8': { says: 'Shift+Enter does not send.' },
  '2.chat.9': {
    says: 'Without a chosen character the screen says “Select a Character” and shows the user’s characters.',
  },
  '2.chat.10': { says: 'Without a chosen character there is a Back to Home button.' },

  '2.auth.1': { says: 'The auth dialog has a Login tab and a Sign Up tab.' },

  '2.subscribe.1': { says: 'The subscribe page has Free and Premium cards.' },
  '2.subscribe.2': {
    says: 'It has a customer-information form (email, full name) with Proceed to Payment.',
  },
  '2.subscribe.3': { says: 'Then comes a payment form with a card element.' },
  '2.subscribe.4': { says: 'The payment form has Back to Plans.' },
  '2.subscribe.5': { says: 'It has a “Why Upgrade?” section.' },

  '2.admin.1': { says: 'The dashboard has a connection indicator.', later: dashboard },
  '2.admin.2': { says: 'It has a recent-alerts card with up to 5 alerts.', later: dashboard },
  '2.admin.3': { says: 'It has the tabs Content Flags and Audit Log.', later: dashboard },
  '2.admin.4': { says: 'Content Flags can be filtered by status; the default is open.', later: dashboard },
  '2.admin.5': { says: 'A flag can be selected and acted on.', later: dashboard },
} as const satisfies Sentences
