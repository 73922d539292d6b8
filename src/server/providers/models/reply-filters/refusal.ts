/** In UTF-16 code units. A longer text is a reply. */
export const maxRefusalLength = 400

const refusal =
  /^(?:i['’]m (?:really |very )?sorry|i am sorry|sorry|i apologi[sz]e|unfortunately|i must (?:respectfully )?decline|as an ai)\b.{0,80}?\b(?:can['’]?t|cannot|can not|unable to|won['’]t|not able to|decline)\b/is
const refusedAct =
  /\b(?:help|assist|continue|comply|fulfil|create|engage|generate|produce|provide|write|participate|roleplay|role-play|discuss)\b/i

/**
 * Whether a whole reply is a refusal in the words of an assistant ("I'm sorry, but I can't help with that."), or in those
 * of its model. A character's own words have quotation marks or asterisks.
 */
export function isRefusal(text: string, ofModel: RegExp | null = null): boolean {
  const start = text.trim()
  if (/["“”*_]/.test(start)) return false
  return (refusal.test(start) && refusedAct.test(start)) || (ofModel?.test(start) ?? false)
}
