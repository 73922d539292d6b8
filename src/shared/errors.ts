import type { Flag } from './flags.ts'
import type { PolicyNotice } from './safety.ts'

/** Every error code with its HTTP status and default message. The client shows the message of a response as it is. */
export const errorCatalogue = {
  validation_failed: { status: 400, message: 'Some fields are not valid. Please correct them.' },
  bad_request: { status: 400, message: 'The request is not valid. Please reload the page and try again.' },
  invalid_signature: { status: 400, message: 'The signature of this webhook is missing, wrong or too old.' },
  unauthenticated: { status: 401, message: 'Please log in to continue.' },
  invalid_key: {
    status: 401,
    message:
      'This API key is not valid: it may have expired, or it was revoked. You can create another one on the account page.',
  },
  invalid_credentials: { status: 401, message: 'Invalid username or password' },
  invalid_recovery: {
    status: 401,
    message: 'This username and recovery code do not match, or the code was already used.',
  },
  sign_in_failed: { status: 400, message: 'This login could not be completed. Please start again.' },
  sign_in_unavailable: {
    status: 502,
    message: 'The service you log in with does not answer at the moment. Please try again in a few minutes.',
  },
  sign_in_again: {
    status: 403,
    message: 'Please confirm that it is you: log in again, then do this within 10 minutes.',
  },
  passkey_required: { status: 401, message: 'Your password is right. Please log in with your passkey now.' },
  last_sign_in_method: {
    status: 409,
    message: 'This is the only way to log in to your account. Set a password or add another way first.',
  },
  identity_linked: { status: 409, message: 'That login already belongs to another account here.' },
  password_login_off: {
    status: 403,
    message: 'This site does not use passwords. Please choose another way to log in.',
  },
  foreign_origin: { status: 403, message: 'This request came from another website and was refused.' },
  payment_failed: { status: 402, message: 'The payment did not go through.' },
  registration_closed: {
    status: 403,
    message: 'Nobody can sign up on this site at the moment. If you have an account, log in.',
  },
  invitation_required: {
    status: 403,
    message: 'You need an invitation to sign up here. Ask somebody who runs this site for a link, and open it.',
  },
  invitation_ended: {
    status: 403,
    message: 'This invitation is not valid, or no longer. Ask whoever sent it for a new link.',
  },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  key_not_allowed: { status: 403, message: 'API keys cannot be used for this. Please do it in a browser.' },
  premium_required: { status: 403, message: 'This needs a Premium account.' },
  private_limit: {
    status: 403,
    message: 'Free accounts can have up to 3 private characters. Publish one, delete one, or upgrade to Premium.',
  },
  character_limit: {
    status: 403,
    message: 'An account can have up to 1,000 characters. Delete one that you no longer need, then try again.',
  },
  persona_limit: {
    status: 403,
    message: 'An account can have up to 100 personas. Delete one that you no longer need, then try again.',
  },
  picture_limit: {
    status: 403,
    message:
      'An account can have up to 1,000 pictures. Pictures that nothing uses are deleted after one day: please try again tomorrow.',
  },
  adult_confirmation_required: { status: 403, message: 'Please confirm that you are 18 or older first.' },
  rating_unavailable: { status: 403, message: 'This site does not allow characters with that content rating.' },
  wrong_password: { status: 403, message: 'That is not your current password.' },
  account_suspended: { status: 403, message: 'This account is suspended. You can appeal the decision.' },
  own_content: { status: 403, message: 'This is about your own account or content. Another admin has to decide it.' },
  own_decision: { status: 403, message: 'This appeal is against your own decision. Another admin has to decide it.' },
  needs_admin: {
    status: 403,
    message:
      'An admin has to decide this: it was escalated, somebody else has decided it, or it is about an admin or a moderator.',
  },
  removed_by_moderators: {
    status: 403,
    message: 'Moderators have taken this character out of the gallery. Keep it private, or appeal their decision.',
  },
  deletion_scheduled: { status: 403, message: 'This account will be deleted soon. Restore it to continue.' },
  not_found: { status: 404, message: 'Not found. It may have been deleted, or you do not have access to it.' },
  conversation_deleted: { status: 404, message: 'This conversation was deleted.' },
  request_timeout: {
    status: 408,
    message: 'The request took too long to arrive. Please check your connection and try again.',
  },
  username_taken: { status: 409, message: 'Username already taken' },
  already_subscribed: { status: 409, message: 'This account already has Premium.' },
  last_admin: { status: 409, message: 'This is the last admin. Make somebody else an admin first.' },
  paid_premium: {
    status: 409,
    message: 'This account pays for Premium itself. It stays Premium until its subscription ends.',
  },
  not_subscribed: { status: 409, message: 'This account has no subscription that could be changed.' },
  turn_in_progress: { status: 409, message: 'A reply is still being written in this conversation.' },
  stale_leaf: {
    status: 409,
    message:
      'This conversation was changed in another tab or on another device. Nothing is lost. Look at it as it is now, then try again.',
  },
  changed_elsewhere: {
    status: 409,
    message:
      'This was changed in another tab or on another device in the meantime. Nothing that you wrote is lost. Look at what changed, then save again.',
  },
  character_unknown: {
    status: 409,
    message: 'Choose the character that answers in this conversation. Nothing was imported yet.',
  },
  connection_changed: {
    status: 409,
    message: 'Another admin has changed this connection in the meantime. Look at it as it is now, then try again.',
  },
  voice_not_connected: { status: 409, message: 'This voice is not connected here. Please choose another one.' },
  already_in_state: { status: 409, message: 'Another admin has already acted on this flag.' },
  flag_claimed: { status: 409, message: 'Another admin is working on this flag.' },
  not_suspended: { status: 409, message: 'This account is not suspended: its suspension is over or was lifted.' },
  not_appealable: { status: 409, message: 'This decision can no longer be appealed, or an appeal was already sent.' },
  undo_expired: { status: 410, message: 'It is too late to undo this.' },
  payload_too_large: { status: 413, message: 'This is too large to send. Please make it smaller or shorter.' },
  unsupported_media_type: { status: 415, message: 'Please send JSON.' },
  held_back: { status: 422, message: 'The rules of this site do not allow this.' },
  content_refused: { status: 422, message: 'The AI service declined to answer this.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  too_many_streams: {
    status: 429,
    message: 'This account is reading too many replies at once. Close some of its tabs and try again.',
  },
  quota_exceeded: { status: 429, message: 'The usage limit has been reached. Please try again later.' },
  rate_limited: { status: 429, message: 'Too many requests at the moment. Please wait a moment and try again.' },
  internal: {
    status: 500,
    message: 'Something went wrong on our side. What you just sent may not have been saved. Please try again.',
  },
  config_error: {
    status: 500,
    message: 'The AI model is not set up correctly. Please contact the people who run this site.',
  },
  server_error: { status: 502, message: 'The AI model did not answer properly. Please try again in a few minutes.' },
  voice_failed: {
    status: 502,
    message: 'The voice service did not answer properly. Please try again in a few minutes.',
  },
  payments_unavailable: { status: 502, message: 'The payment service did not answer properly. Please try again.' },
  payments_not_configured: { status: 503, message: 'Payments are not set up on this site yet.' },
  unavailable: { status: 503, message: 'The server is busy or restarting. Please try again in a few seconds.' },
  storage_unavailable: {
    status: 503,
    message:
      'The server cannot use its storage at the moment. What you just sent may not have been saved. Please try again in a few seconds.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** A conversation to import whose character is not known: none or several have the name. */
export interface UnmatchedFile {
  /** The name in the file; empty if it has none. */
  name: string
  /** `description`: how it begins. */
  candidates: { id: string; name: string; by: string; description: string }[]
  messages: number
  /** Messages that come in hidden. */
  excluded: number
}

/** The JSON body of every error response. */
export interface ErrorBody {
  error: string
  code: ErrorCode
  requestId: string
  /** The message of each invalid field. */
  fields?: Record<string, string>
  /** `held_back` only: the rule and the reason. */
  policy?: PolicyNotice
  /** `held_back` only: the rule, if a review can be asked for. */
  rule?: string
  /** Chat only: the message shown in place of a reply. */
  userMessage?: string
  /** Chat only. */
  errorType?: ChatErrorType
  /** The daily limit's `quota_exceeded` only: 0. */
  messagesLeft?: number
  /** `connection_changed` only: when the connection was changed, which the next request has to name. */
  updatedAt?: number
  /** `turn_in_progress` only: the reply that is still running. */
  conversationId?: string
  messageId?: string
  /** `character_unknown` only: what the file has, and the characters of its name. */
  file?: UnmatchedFile
  /** Refused actions on flags only: the flag as it is now. */
  flag?: Flag
}

/** The errors a chat turn can end with. */
export const chatErrorTypes = [
  'quota_exceeded',
  'rate_limited',
  'content_refused',
  'held_back',
  'config_error',
  'server_error',
] as const
export type ChatErrorType = (typeof chatErrorTypes)[number]

/** The user's message for each of them; every other error has `chatErrorFallback`. */
export const chatErrorMessages: Record<ChatErrorType, string> = {
  quota_exceeded:
    "I'm currently at my API usage limit. Please try again in a few hours, or contact support if this persists.",
  rate_limited: "I'm receiving too many requests right now. Please wait a moment and try again.",
  held_back: 'The rules of this site do not allow this.',
  content_refused: 'The AI service declined to answer this. Change your message, or try again.',
  config_error: "There's a configuration issue on our end. Please contact support.",
  server_error: 'AI servers are having issues. Please try again in a few minutes.',
}
/** In place of the message of `quota_exceeded` when the operator's monthly budget is spent. */
export const budgetSpentMessage =
  'This site has used up what it may spend on AI replies this month. Your messages are kept: please come back next month, or ask the people who run this site.'
export const chatErrorFallback = 'Failed to get AI response'
export const chatErrorGeneric = "I apologize, but I'm having trouble responding right now. Please try again."
