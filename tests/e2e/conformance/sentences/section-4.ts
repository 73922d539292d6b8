import type { Sentences } from './sentence.ts'

/** §3 Entities, their fields and data stored in the browser, and §4 States and transitions. */
export const section4 = {
  '3.character': {
    says: 'Character fields: id, name, description, category, personality, speechStyle, behaviors, greeting, userRole, creativity, plotAdvancement, environment, allowedItems, forbiddenItems, avatar, gender, kinks, contentRating, isPublic; for display chatCount, rating, createdBy.',
    because: 'payload, response and content type of the API',
  },
  '3.character.defaults': {
    says: 'Defaults: gender other, contentRating general, isPublic true.',
    because: 'payload, response and content type of the API',
  },
  '3.character.required': {
    says: 'Name and description are required; a failed save has an error field.',
    because: 'payload, response and content type of the API',
  },
  '3.templates': {
    says: 'Templates: mentor (Life Advice), adventurer (Adventure), companion (Modern), storyteller (Creative Writing); each fills fields of the character.',
    because: 'payload, response and content type of the API',
  },
  '3.flag': {
    says: 'Flag fields: id, category, severity (a number), summary, details, targetType, targetId, status, createdAt.',
    because: 'payload, response and content type of the API',
  },
  '3.audit': {
    says: 'Audit entry fields: id, action, targetType, targetId, details, createdAt.',
    because: 'payload, response and content type of the API',
  },

  '3.theme': { says: 'The theme is stored locally under the key theme, with the value light or dark.' },
  '3.sidebar': { says: 'The sidebar’s state is stored in a cookie named sidebar_state for 7 days (604800 s).' },

  '4.auth.1': { says: 'Logging in makes a visitor a user.' },
  '4.auth.2': { says: 'Registering makes a visitor a user.' },
  '4.auth.3': { says: 'A successful session check at load makes a visitor a user.' },
  '4.auth.4': { says: 'Logging out makes a user a visitor.' },

  '4.accounts.1': { says: 'A free account shows an outlined Free badge.' },
  '4.accounts.2': { says: 'A premium account shows a Premium badge.' },
  '4.accounts.3': { says: 'An admin account shows an Admin badge.' },

  '4.theme.1': { says: 'The theme is light by default.' },
  '4.theme.2': { says: 'Light and dark are persisted locally.' },
  '4.theme.3': { says: 'The dark class is applied to the document.' },

  '4.creator.1': { says: 'Picking a template fills the fields, except its id and icon.' },
  '4.creator.2': { says: 'Picking a template marks it selected.' },
  '4.creator.3': { says: 'Picking a template moves to the Basics tab.' },

  '4.chat.1': { says: 'A chat begins with the character’s greeting, if there is one.' },
  '4.chat.2': {
    says: 'The greeting appears with a typewriter effect at 25 characters a second.',
    because: 'a browser shows that it is typed; its speed is that of a function',
  },
  '4.chat.3': { says: 'Changing the character resets the conversation and the conversationId.' },
  '4.chat.4': { says: 'The conversationId of the first response is kept and sent with later messages.' },
  '4.chat.5': {
    says: 'An empty input asks the character to continue or introduce a new topic, instead of sending a user message.',
  },
  '4.chat.6': { says: 'While waiting, the input and the send button are disabled.' },
  '4.chat.7': { says: 'While waiting, a typing indicator shows.' },
  '4.chat.8': { says: 'New Chat requests a fresh greeting.' },
  '4.chat.9': { says: 'New Chat falls back to the original greeting.' },
  '4.chat.10': { says: 'New Chat falls back to a generic hello when there is no greeting at all.' },
  '4.chat.11': { says: 'New Chat resets the messages.' },
  '4.chat.12': { says: 'After New Chat, the address no longer contains the old conversation.' },

  '4.flags.1': { says: 'Flags are open, acknowledged, resolved or dismissed.' },
  '4.flags.2': { says: 'Approve, dismiss and escalate are posted with optional notes.' },
  '4.alerts.1': { says: 'Alerts are connecting, connected or disconnected.' },
  '4.alerts.2': {
    says: 'The WebSocket is tried first; after a 5 s time-out, a close with 1006 or 4003, or a failed set-up, server-sent events.',
    because: 'the connection is tested with a server',
  },
  '4.alerts.3': { says: 'A close with 4001 shows an authentication time-out.' },

  '4.subscription.1': { says: 'Premium is chosen, and email and name entered.' },
  '4.subscription.2': { says: 'The subscription is created and the payment form shown.' },
  '4.subscription.3': { says: 'The payment is confirmed, and the home page opens.' },

  '4.dialogs': { says: 'Dialogs are open or closed.' },
  '4.tooltips': { says: 'Tooltips are closed, delayed-open or instant-open.' },
} as const satisfies Sentences
