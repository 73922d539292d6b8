import type { Sentences } from './sentence.ts'

/** §8 The error catalogue. */
export const section8 = {
  '8.http': {
    says: 'A response that is not OK throws an error whose message is the status, a colon, a space and the body (or status) text.',
    because: 'the message of an exception is not on the page',
  },

  '8.chat.1': {
    says: 'quota_exceeded: “I’m currently at my API usage limit. Please try again in a few hours, or contact support if this persists.”',
  },
  '8.chat.2': {
    says: 'rate_limited: “I’m receiving too many requests right now. Please wait a moment and try again.”',
  },
  '8.chat.3': { says: 'config_error: “There’s a configuration issue on our end. Please contact support.”' },
  '8.chat.4': { says: 'server_error: “AI servers are having issues. Please try again in a few minutes.”' },
  '8.chat.5': { says: 'Anything else: “Failed to get AI response”.' },
  '8.chat.6': { says: 'A userMessage in the body takes priority.' },
  '8.chat.7': { says: 'The error is a character message prefixed with the character’s name.' },
  '8.chat.8': {
    says: 'The generic text: “I apologize, but I’m having trouble responding right now. Please try again.”',
  },

  '8.failed.1': { says: '“Update Failed”, destructive: “Failed to update profile. Please try again.”' },
  '8.failed.2': { says: '“Save Failed”.' },
  '8.failed.3': { says: '“Image Generation Failed”.' },
  '8.failed.4': { says: '“Login failed”, by default “Invalid username or password”.' },
  '8.failed.5': { says: '“Registration failed”, by default “Failed to create account”.' },
  '8.failed.6': { says: '“Payment Failed”, with the provider’s message.' },
  '8.failed.7': { says: '“Error — An unexpected error occurred”.' },
  '8.failed.8': { says: '“Error — Failed to create subscription. Please try again.”' },
  '8.failed.9': { says: 'Admin “Error”, by default “Failed to process flag action”.' },
  '8.failed.10': { says: '“Authentication Required” on a 401 or 403 when the token is fetched.' },
  '8.failed.11': { says: '“Connection Failed”.' },
  '8.failed.12': { says: '“Authentication Timeout” and “Authentication Failed”, which ask for a refresh.' },

  '8.done.1': { says: '“Profile Updated”: “Your profile has been successfully updated.”' },
  '8.done.2': { says: '“Template Applied”.' },
  '8.done.3': { says: '“Image Generated”.' },
  '8.done.4': { says: '“Character Saved”.' },
  '8.done.5': { says: '“Welcome back!”' },
  '8.done.6': { says: 'Welcome to the product.' },
  '8.done.7': { says: '“Subscription Successful”.' },
  '8.done.8': { says: '“Action completed”.' },
} as const satisfies Sentences
