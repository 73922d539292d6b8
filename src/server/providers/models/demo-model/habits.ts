const maxLength = 100

/** Clauses that say when or why something is done. They are cut off. */
const subordinateClause =
  /(?:,? (?:when|whenever|if|unless|because|since|so that|though|although|until|before|after|as soon as|as though|as if)\b|[;:(]|,(?= (?:and|then|but|or)\b)).*$/

/** Words that end in "s" and are no verbs, or are verbs of states and opinions. */
const notActions =
  /^(?:always|sometimes|perhaps|this|its|his|hers|ours|theirs|yours|as|is|was|has|does|us|thus|plus|yes|unless|across|besides|towards|afterwards|jokes|hates|loves|likes|needs|wants|believes|thinks|knows|fears|dislikes|prefers|enjoys|excels|values|tends|lives|works|never)$/

/**
 * Finds the clauses that say what a character does ("Trims lamps when uneasy", "she counts under her breath",
 * "adjusting his cuffs"), each as a predicate that can follow the name ("trims lamps", "is adjusting his cuffs").
 */
export function findHabits(behaviors: string, characterName: string): string[] {
  const clauses = behaviors
    .split(/(?<=[.!?])\s+|\n+|\s*[;•]\s*/)
    .flatMap((sentence) => (isList(sentence) ? sentence.split(/,\s*(?:and\s+)?/) : [sentence]))
  const habits = clauses.map((clause) => toHabit(clause, characterName)).filter((habit) => habit !== null)
  return [...new Set(habits)]
}

/** Verbs of habits that cannot be seen at a single moment, which are left out. */
const generalVerbs =
  /^(?:asks|offers|gives|lets|keeps|explains|remembers|refuses|separates|points|coaches|learns|lies|reasons|introduces|adjusts to|corrects|celebrates|proposes|solves|discloses|admits|becomes|grows|goes|gets|turns into|says|speaks|tells|talks|answers|treats|tries|takes on|takes no|runs|plays|invents|names|waits for|places|plants|forms|assigns|records|summons|translates|announces|volunteers|shows|adds|stays|awards|never|stops|calls|starts|opens|invites|avoids|makes|respects|protects|helps|challenges|encourages|quotes|references|changes|finds|uses|has|mixes|combines|builds)\b/

/** True for short items separated by commas: "adjusts glasses, offers tea, hums". */
function isList(sentence: string): boolean {
  const items = sentence.split(/,\s*/)
  return (
    items.length >= 3 && items.every((item) => item.split(/\s+/).length <= 6 && toPresentVerb(firstWord(item)) !== null)
  )
}

function toHabit(clause: string, characterName: string): string | null {
  const subject = new RegExp(
    `^(?:${escapeRegExp(characterName)}|${escapeRegExp(characterName.split(' ')[0] ?? '')}|she|he)\\s+`,
    'i',
  )
  const predicate = clause
    .trim()
    .replace(/^[-*\d.)\s]+/, '')
    .replace(subject, '')
    .replace(/^(?:often|usually|always|sometimes|constantly|frequently|habitually|likes to be|can be found)\s+/i, '')
    .replace(subordinateClause, '')
    .replace(/[.!?…\s]+$/, '')
    .replace(/,? while (?:she|he|they) \w+$/, '')
    .replace(/\s(?:only|just|even|and|or|then|but|to)$/, '')
  const verb = toPresentVerb(firstWord(predicate))
  if (
    verb === null ||
    predicate.length > maxLength ||
    /\b(?:chaste|users?|scenes?|stor(?:y|ies)|role-?play)\b/i.test(predicate)
  )
    return null
  if (predicate.split(/\s+/).length < 2 || /["“”*[\]{}]/.test(predicate)) return null
  const habit = verb + predicate.slice(firstWord(predicate).length)
  return generalVerbs.test(habit) ? null : habit
}

/** The verb in a form that can follow a name ("trims", "is trimming"); null for other words ("careful"). */
function toPresentVerb(word: string): string | null {
  const lower = word.toLowerCase()
  if (/^[a-z]{2,}s$/.test(lower) && !/(?:ss|us|ous)$/.test(lower) && !notActions.test(lower)) return lower
  return /^[a-z]{3,}ing$/.test(lower) && !/^(?:nothing|something|everything|anything|being|having|during)$/.test(lower)
    ? `is ${lower}`
    : null
}

function firstWord(text: string): string {
  return /^[\p{L}'-]+/u.exec(text.trim())?.[0] ?? ''
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
