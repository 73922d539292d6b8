import type { ReportCategory } from '#shared/moderation.ts'

/** A text for each rule, which moderators complete in their own words. */
export const reasonTemplates: Record<ReportCategory, string> = {
  minors: 'It is sexual about somebody who is under 18, or seems to be. This is never allowed here, in fiction too.',
  self_harm: 'It encourages suicide or self-harm. Stories may be about it, but must not urge or instruct anybody.',
  threats: 'It threatens somebody, or explains how to do serious harm.',
  real_person: 'It is sexual about a real person.',
  hate: 'It attacks people for what they are, or harasses somebody.',
  private_information: 'It has private information about somebody, such as an address or a phone number.',
  wrong_rating: 'Its content rating is too low for what it has. Please choose the rating that fits.',
  stolen: 'It is copied from the work of somebody else, without their permission.',
  spam: 'It advertises something, or was posted again and again.',
  other: 'It does not follow the rules of this site.',
}
