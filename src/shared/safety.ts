import { z } from 'zod'

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

/** Why something was held back: the rule and the reason in words. */
export const PolicyNotice = z.object({
  rule: z.string(),
  category: z.enum(safetyCategories),
  reason: z.string(),
})
export type PolicyNotice = z.infer<typeof PolicyNotice>

export type HeldThing = 'message' | 'sent' | 'answer' | 'reply' | 'character' | 'name' | 'image' | 'history' | 'edit'
const heldThings: Record<HeldThing, string> = {
  message: 'This message was not sent',
  sent: 'This message was taken back',
  answer: 'This message was not answered',
  reply: 'This reply was held back',
  character: 'This character was not saved',
  name: 'This name was not saved',
  image: 'No image was generated',
  history: 'The conversation was not started',
  edit: 'The edited text was not saved',
}

/** The whole explanation: what happened, the reason, the rule and what to do. */
export function explainHold(thing: HeldThing, { rule, category }: Pick<PolicyNotice, 'rule' | 'category'>): string {
  const next =
    category === 'filter'
      ? 'Change the wording, or use an account without the filter.'
      : 'If this is a mistake, change the wording, or ask the people who run this site for a review.'
  return `${heldThings[thing]} because it looks like ${safetyReasons[category]} (rule “${rule}”). ${next}`
}

/** The rule that an explanation names, if a review can be asked for. Stored explanations have no other mark. */
export function reviewableRule(explanation: string): string | null {
  return /\(rule “([^”]+)”\)\. If this is a mistake/.exec(explanation)?.[1] ?? null
}

/** Somebody to talk to in a crisis, as the operator has set them. */
export const HelpResource = z.object({ name: z.string(), contact: z.string() })
export type HelpResource = z.infer<typeof HelpResource>

/** `GET /api/safety`: what the client shows of the policy. */
export const SafetyInfo = z.object({ resources: z.array(HelpResource) })
export type SafetyInfo = z.infer<typeof SafetyInfo>

/** `POST /api/safety/reviews`: asks moderators to look at something that was held back. */
export const ReviewRequest = z.object({
  rule: z.string().min(1).max(40),
  /** What was held back, as far as the user has it, and why it should not have been. */
  note: z
    .string()
    .max(2_000, 'Please keep the note to 2,000 characters or less')
    .transform((note) => note.replaceAll('\u0000', '').toWellFormed().trim())
    .default(''),
})
export type ReviewRequest = z.infer<typeof ReviewRequest>

/** After this many milliseconds in a chat, the user is reminded that the character is an AI. */
export const aiReminderInterval = 3 * 60 * 60 * 1000
