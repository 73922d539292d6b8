/** What a rule of the safety policy protects from. `filter`: the chat filter, which is a matter of the account type. */
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
