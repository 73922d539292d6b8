const determiners = /^(?:an?|the|one|two|three|four|five|six|seven|her|his|their|some)\s/i
/** A phrase that says something about a thing is no name for it. */
const saying =
  /\b(?:is|are|was|were|be|has|have|had|does|do|did|can|could|will|would|lives?|stands?|hangs?|smells?|goes|comes|leans?|runs?|never|always|forever|not|who|which|that|like|when|where|while|whose|and|or|but|than|you|your|she|he|they|it|only)\b/i

/** Words that show that a phrase goes on to tell something. */
const noDescription =
  /^(?:in|on|at|no|not|every|each|its|very|more|most|someone|everyone|nobody|losing|going|frying|talking|called)$|ly$/i
/** Words no thing is called by. */
const noName =
  /(?:ly|ous|less|ful|asleep|away|off|on|in|at|by|out|up|down|black|white|grey|gray|red|green|blue|brown|yellow)$|^(?!building|ceiling|wing|ring|string|king|thing|spring|painting|clearing|railing|awning|evening|morning|lightning|clothing)\w+ing$|^(?!bed|seed|shed|weed|reed|steed|sled|bread|thread)\w+ed$/i

/** Company, weather, hours and countries: none of them is something to stand beside. */
const noThing =
  /^(?:people|guests|crew|passengers|customers|visitors|strangers|neighbou?rs|party|nurse|future|past|evenings?|nights?|mornings?|afternoons?|dawn|dusk|winter|summer|spring|autumn|october|november|air|smell|roar|silence|music|sound|hour|hours|season|week|year|years|day|days|minutes|sky|fog|rain|snow|weather|town|city|village|island|archipelago|valley|country|world|years|fado|outside|inside)$/i

/** What stands about in a place, taken from its description: short phrases in words that can follow "looks at". */
export function thingsIn(environment: string): string[] {
  const things: string[] = []
  for (const sentence of environment.split(/(?<=[.!?])\s+|\n+/)) {
    for (const [index, piece] of sentence.split(/[,;:]\s+|\s—\s/).entries()) {
      const thing = thingOf(piece, index === 0)
      if (thing !== null) things.push(thing)
    }
  }
  return [...new Set(things)]
}

function thingOf(piece: string, startsSentence: boolean): string | null {
  const phrase = piece
    .trim()
    .replace(/^(?:and|with)\s+/i, '')
    .replace(/[.!?…]+$/, '')
    .replace(/\s+(?:with|from|in|at|by|for|to|of the|beyond|under|behind|after|off)\s.*$/, '')
  const words = phrase.split(/\s+/)
  if (words.length > 5 || phrase.length < 4 || saying.test(phrase) || !/^[\p{L}\s'-]+$/u.test(phrase)) return null
  if (
    words.slice(0, -1).some((word) => noDescription.test(word)) ||
    noName.test(words.at(-1) ?? '') ||
    words.some((word) => noThing.test(word))
  )
    return null
  if (words.length < 2) return null
  // Without an article, a capital at the beginning of a sentence could be anything.
  if (!determiners.test(phrase) && (startsSentence || /^\p{Lu}/u.test(phrase) || words.length > 2)) return null
  return definite(phrase)
}

/** "An oak counter" is "the oak counter" to someone who stands at it. */
function definite(phrase: string): string {
  if (/^(?:an?|the|some)\s/i.test(phrase)) return phrase.replace(/^(?:an?|the|some)\s+/i, 'the ')
  if (determiners.test(phrase))
    return phrase
      .replace(/^\p{L}/u, (letter) => letter.toLowerCase())
      .replace(/^(?=one|two|three|four|five|six|seven)/, 'the ')
  return `the ${phrase}`
}
