const longest = 100

/** What comes after these is the occasion, not the deed. */
const occasions =
  /(?:,? (?:when|whenever|if|unless|because|since|so that|though|although|until|before|after|as soon as|as though|as if)\b|[;:(]|,(?= (?:and|then|but|or)\b)).*$/

/** First words that end in "s" without being what someone does. */
const noVerbs =
  /^(?:always|sometimes|perhaps|this|its|his|hers|ours|theirs|yours|as|is|was|has|does|us|thus|plus|yes|unless|across|besides|towards|afterwards|jokes|hates|loves|likes|needs|wants|believes|thinks|knows|fears|dislikes|prefers|enjoys|excels|values|tends|lives|works|never)$/

/**
 * What a character does, taken from the card's own account of it: each clause that says so in the present tense
 * ("Trims lamps when uneasy", "she counts under her breath", "adjusting his cuffs") in words that can follow a name.
 */
export function habitsIn(behaviors: string, characterName: string): string[] {
  const clauses = behaviors
    .split(/(?<=[.!?])\s+|\n+|\s*[;•]\s*/)
    .flatMap((sentence) => (isList(sentence) ? sentence.split(/,\s*(?:and\s+)?/) : [sentence]))
  const habits = clauses.map((clause) => habitOf(clause, characterName)).filter((habit) => habit !== null)
  return [...new Set(habits)]
}

const abstract =
  /^(?:asks|offers|gives|lets|keeps|explains|remembers|refuses|separates|points|coaches|learns|lies|reasons|introduces|adjusts to|corrects|celebrates|proposes|solves|discloses|admits|becomes|grows|goes|gets|turns into|says|speaks|tells|talks|answers|treats|tries|takes on|takes no|runs|plays|invents|names|waits for|places|plants|forms|assigns|records|summons|translates|announces|volunteers|shows|adds|stays|awards|never|stops|calls|starts|opens|invites|avoids|makes|respects|protects|helps|challenges|encourages|quotes|references|changes|finds|uses|has|mixes|combines|builds)\b/

/** Whether a habit is a way they have rather than something one could watch them do this minute. */
export function abstractHabit(habit: string): boolean {
  return abstract.test(habit)
}

/** Short items in a row: "adjusts glasses, offers tea, hums". */
function isList(sentence: string): boolean {
  const items = sentence.split(/,\s*/)
  return (
    items.length >= 3 && items.every((item) => item.split(/\s+/).length <= 6 && presentVerb(firstWord(item)) !== null)
  )
}

function habitOf(clause: string, characterName: string): string | null {
  const named = new RegExp(
    `^(?:${escaped(characterName)}|${escaped(characterName.split(' ')[0] ?? '')}|she|he)\\s+`,
    'i',
  )
  const bare = clause
    .trim()
    .replace(/^[-*\d.)\s]+/, '')
    .replace(named, '')
    .replace(/^(?:often|usually|always|sometimes|constantly|frequently|habitually|likes to be|can be found)\s+/i, '')
    .replace(occasions, '')
    .replace(/[.!?…\s]+$/, '')
    .replace(/,? while (?:she|he|they) \w+$/, '')
    .replace(/\s(?:only|just|even|and|or|then|but|to)$/, '')
  const verb = presentVerb(firstWord(bare))
  if (verb === null || bare.length > longest || /\b(?:chaste|users?|scenes?|stor(?:y|ies)|role-?play)\b/i.test(bare))
    return null
  if (bare.split(/\s+/).length < 2 || /["“”*[\]{}]/.test(bare)) return null
  return verb + bare.slice(firstWord(bare).length)
}

/** "Trims" and "trimming" can follow a name; "careful" and "trim" cannot. */
function presentVerb(word: string): string | null {
  const lower = word.toLowerCase()
  if (/^[a-z]{2,}s$/.test(lower) && !/(?:ss|us|ous)$/.test(lower) && !noVerbs.test(lower)) return lower
  return /^[a-z]{3,}ing$/.test(lower) && !/^(?:nothing|something|everything|anything|being|having|during)$/.test(lower)
    ? `is ${lower}`
    : null
}

function firstWord(text: string): string {
  return /^[\p{L}'-]+/u.exec(text.trim())?.[0] ?? ''
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
