import type { Sentences } from './sentence.ts'

/** §7 The calls it makes. */
export const section7 = {
  '7.1': {
    says: 'All calls send credentials.',
    because: 'browsers send cookies to the same origin with and without the option',
  },
  '7.2': {
    says: 'A body, when present, is JSON.',
    because: 'a rule of the client’s requests',
  },
  '7.3': { says: 'Queries are GETs whose path is the key’s segments joined by a slash.' },
  '7.4': {
    says: 'A 401 is treated as an error.',
    because: 'a rule of the client’s requests',
  },
  '7.5': {
    says: 'There are no retries.',
    because: 'a rule of the client’s requests',
  },
  '7.6': { says: 'There is no refetch on window focus.' },
  '7.7': { says: 'There is no polling, and data never goes stale.' },
  '7.8': { says: 'Public characters are loaded when signed in.' },
  '7.calls.auth': {
    says: 'POST /api/auth/register and /login take username and password; they and GET /api/auth/me answer the user under the key user.',
    because: 'payload, response and content type of the API',
  },
  '7.calls.logout': {
    says: 'POST /api/auth/logout ends the session.',
    because: 'payload, response and content type of the API',
  },
  '7.calls.profile': {
    says: 'PUT /api/auth/user/profile takes displayName and answers the user, or an error field.',
    because: 'payload, response and content type of the API',
  },
  '7.calls.characters': {
    says: 'GET /api/characters/public and GET /api/characters answer lists of characters.',
    because: 'payload, response and content type of the API',
  },
  '7.calls.image': {
    says: 'POST /api/generate-image takes prompt and answers url, or an error field.',
    because: 'payload, response and content type of the API',
  },
  '7.calls.chat': {
    says: 'POST /api/chat takes characterId, message, conversationHistory and optionally conversationId, and answers response and conversationId as JSON.',
    because: 'payload, response and content type of the API',
  },
  '7.calls.chat.error': {
    says: 'A failed chat answers userMessage and errorType.',
    because: 'payload, response and content type of the API',
  },
  '7.calls.greeting': {
    says: 'POST /api/new-chat-greeting takes characterId and originalGreeting and answers greeting.',
    because: 'payload, response and content type of the API',
  },
  '7.calls.subscription': {
    says: 'POST /api/create-subscription takes tier, customerEmail and customerName and answers clientSecret.',
    because: 'payload, response and content type of the API',
  },
  '7.calls.admin': {
    says: 'GET /api/admin/flags, with a status in the query, and /audits answer lists, POST /api/admin/websocket-token an adminToken.',
    because: 'payload, response and content type of the API',
  },
  '7.calls.flag': {
    says: 'POST /api/admin/flags/{id}/action takes action (approve, dismiss or escalate) and notes.',
    because: 'payload, response and content type of the API',
  },
  '7.alerts.socket': {
    says: 'The first message to the WebSocket is of type auth and carries adminToken; auth_success and flag_alert, with a flag, come back.',
    because: 'messages of the API',
  },
  '7.alerts.events': {
    says: 'GET /api/admin/alerts/stream sends connected and flag_alert.',
    because: 'messages of the API',
  },
  '7.9': { says: 'The provider is configured with a publishable key and confirms the payment in the browser.' },
  '7.10': { says: 'Alerts come over a WebSocket at /ws or as server-sent events.' },
} as const satisfies Sentences
