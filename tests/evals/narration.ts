/** The parts of a text outside quotation marks. */
export function narrationOf(text: string): string {
  return text.replaceAll(
    /"[^"\n]*(?:"|$)|“[^”\n]*(?:”|$)|„[^“”\n]*(?:[“”]|$)|«[^»\n]*(?:»|$)|「[^」\n]*(?:」|$)/gm,
    ' … ',
  )
}

/** Words and punctuation after which a clause begins. */
const clauseStart =
  '(?:^|[.!?;:,…—–*_]\\s*|\\b(?:and|but|when|as|while|until|till|before|after|because|so|if|where|though|although|once|then|that|than|what|how|suddenly|now)\\s+)'

/**
 * True if the narration tells what the player does, thinks or feels: "you" or the player's name is the subject of a
 * clause. Recognises English only.
 */
export function actsForPlayer(text: string, playerName = ''): boolean {
  const name = playerName.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const byYou = new RegExp(`${clauseStart}you(?:'(?:re|ve|d|ll))?\\s+(?:[a-z]+ly\\s+)?[a-z]{2,}`, 'imu')
  const byName = new RegExp(`${clauseStart}${name}\\s+(?:[a-z]+ly\\s+)?[a-z]+(?:s|ed)\\b`, 'mu')
  const narration = narrationOf(text)
  return byYou.test(narration) || (name !== '' && byName.test(narration))
}
