/** Categories, words and times of the safety policy. Separate from the schemas, so that pages can use them without Zod. */

/** What a rule of the safety policy protects from. `filter`: the chat filter, which is a matter of the account. */
export const safetyCategories = [
  'minors',
  'real_person',
  'threats',
  'private_information',
  'self_harm',
  'crisis',
  'hate',
  'filter',
] as const
export type SafetyCategory = (typeof safetyCategories)[number]

/** What is shown of a rule. It completes “This was held back because it looks like …”. */
export const safetyReasons: Record<SafetyCategory, string> = {
  minors: 'sexual content involving someone under 18. That is not allowed for anybody, also in fiction',
  real_person: 'sexual content about a real person. That is not allowed for anybody',
  threats: 'a real threat, or instructions for serious harm. That is not allowed for anybody, also in a story',
  private_information: 'a way to expose or follow a real person. That is not allowed for anybody',
  self_harm: 'encouragement or instructions for suicide or self-harm. That is not allowed for anybody, also in fiction',
  crisis: 'a person in crisis',
  hate: 'hate or harassment. The people who run this site do not allow that',
  filter: 'mature or explicit content. The chat filter of your account keeps that out of chats',
}

/** What was held back, as its explanation names it. */
export type HeldKind =
  | 'message'
  | 'sent'
  | 'answer'
  | 'reply'
  | 'character'
  | 'persona'
  | 'lorebook'
  | 'name'
  | 'image'
  | 'history'
  | 'edit'
  | 'notes'
const holdSentences: Record<HeldKind, string> = {
  message: 'This message was not sent',
  sent: 'This message was taken back',
  answer: 'This message was not answered',
  reply: 'This reply was held back',
  character: 'This character was not saved',
  persona: 'This persona was not saved',
  lorebook: 'This lorebook was not saved',
  name: 'This name was not saved',
  image: 'No image was generated',
  history: 'The conversation was not started',
  edit: 'The edited text was not saved',
  notes: 'The notes were not saved',
}

/** The whole explanation: what happened, the reason, the rule and what to do. */
export function explainHold(kind: HeldKind, { rule, category }: { rule: string; category: SafetyCategory }): string {
  const next =
    category === 'filter'
      ? 'Change the wording, or use an account without the filter.'
      : 'If this is a mistake, change the wording, or ask the people who run this site for a review.'
  return `${holdSentences[kind]} because it looks like ${safetyReasons[category]} (rule “${rule}”). ${next}`
}

/** The rule, if a review can be asked for. */
export function reviewableRule({ rule, category }: { rule: string; category: SafetyCategory }): string | undefined {
  return category === 'filter' ? undefined : rule
}

/** After this many milliseconds in a chat, the user is reminded that the character is an AI. */
export const aiReminderInterval = 3 * 60 * 60 * 1000
