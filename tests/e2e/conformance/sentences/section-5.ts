import type { Sentences } from './sentence.ts'

/** §5 Validation rules, and §6 Roles as far as the client shows them. */
export const section5 = {
  '5.display-name.1': { says: 'An empty display name: “Display name is required”.' },
  '5.display-name.2': { says: 'More than 50 characters: “Display name must be 50 characters or less”.' },
  '5.character': {
    says: 'Saving without name or description: “Missing Information — Please fill in the character name and description.”',
  },
  '5.image.1': {
    says: 'A prompt that is empty after trimming: “Prompt Required — Please enter a description for the character image.”',
  },
  '5.image.2': { says: 'The generate button is disabled when the prompt is empty or an image is on its way.' },
  '5.rating.1': { says: 'The content rating explicit is labelled premium only.' },
  '5.rating.2': { says: 'The category BDSM appears only when the rating is explicit.' },
  '5.rating.3': { says: 'The kinks field appears only for mature or explicit.' },
  '5.login': {
    says: 'Login without username or password: “Missing information — Please enter both username and password”.',
  },
  '5.register.1': { says: 'Registering with an empty field: “Please fill in all fields”.' },
  '5.register.2': { says: 'Passwords that differ: “Passwords do not match”.' },
  '5.register.3': { says: 'A password under 6 characters: “Password must be at least 6 characters long”.' },
  '5.subscribe.1': { says: 'Subscribing without plan, email or name: “Please fill in all fields and select a plan”.' },
  '5.subscribe.2': { says: 'Only the premium tier is selectable.' },
  '5.initials': { says: 'Initials are the first letter of each word, uppercased, at most 2.' },

  '6.free.1': {
    says: 'Free accounts chat with filtered content: the badge says Filtered.',
    because: '2.chat.3 finds the badge; its words are those of a function',
  },
  '6.free.2': { says: 'The free plan card lists up to 3 private characters and limited daily messages.' },
  '6.free.3': { says: 'Free accounts keep mature characters private and publish general ones.' },
  '6.free.4': {
    says: 'The chat filter flag is on for free accounts.',
    because: 'a field of the API response',
  },
  '6.premium.1': { says: 'Premium accounts may write explicit characters and fill in kinks.' },
  '6.premium.2': { says: 'Premium accounts may publish mature and explicit characters.' },
  '6.premium.3': {
    says: 'The badge says Filtered or Unfiltered by the filter flag.',
    because: '2.chat.3 finds the badge; its words are those of a function',
  },
  '6.admin.1': {
    says: 'For admins the badge says “No Filtering”.',
    because: '2.chat.3 finds the badge; its words are those of a function',
  },
  '6.admin.2': { says: 'Admins have the flag queue, actions, audit log and alerts.' },
  '6.admin.3': { says: 'Users who are not admins see Access Denied.' },
  '6.server': {
    says: 'What the server enforces is not shown.',
    because: 'rules of the API',
  },
} as const satisfies Sentences
