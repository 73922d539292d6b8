const determiners = /^(?:an?|the|one|two|three|four|five|six|seven|her|his|their|some)\s/i
/** Verbs and conjunctions: a phrase with one of them is more than a noun phrase. */
const clauseWords =
  /\b(?:is|are|was|were|be|has|have|had|does|do|did|can|could|will|would|lives?|stands?|hangs?|smells?|goes|comes|leans?|runs?|never|always|forever|not|who|which|that|like|when|where|while|whose|and|or|but|than|you|your|she|he|they|it|only)\b/i

/** Words that cannot come before a noun. */
const notModifiers =
  /^(?:in|on|at|no|not|every|each|its|very|more|most|someone|everyone|nobody|losing|going|frying|talking|called)$|ly$/i
/** Words that cannot end a noun phrase: adverbs, adjectives, participles. */
const notNouns =
  /(?:ly|ous|less|ful|asleep|away|off|on|in|at|by|out|up|down|black|white|grey|gray|red|green|blue|brown|yellow)$|^(?!building|ceiling|wing|ring|string|king|thing|spring|painting|clearing|railing|awning|evening|morning|lightning|clothing)\w+ing$|^(?!bed|seed|shed|weed|reed|steed|sled|bread|thread)\w+ed$/i

/** Nouns that are no objects in a room: people, times, weather, places. */
const notObjects =
  /^(?:people|guests|crew|passengers|customers|visitors|strangers|neighbou?rs|party|nurse|future|past|evenings?|nights?|mornings?|afternoons?|dawn|dusk|winter|summer|spring|autumn|october|november|air|smell|roar|silence|music|sound|hour|hours|season|week|year|years|day|days|minutes|sky|fog|rain|snow|weather|town|city|village|island|archipelago|valley|country|world|years|fado|outside|inside)$/i

/** Finds the objects in a description of a place, as noun phrases that can follow "looks at". */
export function findObjects(environment: string): string[] {
  const objects: string[] = []
  for (const sentence of environment.split(/(?<=[.!?])\s+|\n+/)) {
    for (const [index, piece] of sentence.split(/[,;:]\s+|\s—\s/).entries()) {
      const object = toObject(piece, index === 0)
      if (object !== null) objects.push(object)
    }
  }
  return [...new Set(objects)]
}

function toObject(piece: string, startsSentence: boolean): string | null {
  const phrase = piece
    .trim()
    .replace(/^(?:and|with)\s+/i, '')
    .replace(/[.!?…]+$/, '')
    .replace(/\s+(?:with|from|in|at|by|for|to|of the|beyond|under|behind|after|off)\s.*$/, '')
  const words = phrase.split(/\s+/)
  if (words.length > 5 || phrase.length < 4 || clauseWords.test(phrase) || !/^[\p{L}\s'-]+$/u.test(phrase)) return null
  if (
    words.slice(0, -1).some((word) => notModifiers.test(word)) ||
    notNouns.test(words.at(-1) ?? '') ||
    words.some((word) => notObjects.test(word))
  )
    return null
  if (words.length < 2) return null
  // Without an article, a capitalised first word may be a name or any other word.
  if (!determiners.test(phrase) && (startsSentence || /^\p{Lu}/u.test(phrase) || words.length > 2)) return null
  return toDefinite(phrase)
}

/** "An oak counter" → "the oak counter". */
function toDefinite(phrase: string): string {
  if (/^(?:an?|the|some)\s/i.test(phrase)) return phrase.replace(/^(?:an?|the|some)\s+/i, 'the ')
  if (determiners.test(phrase))
    return phrase
      .replace(/^\p{L}/u, (letter) => letter.toLowerCase())
      .replace(/^(?=one|two|three|four|five|six|seven)/, 'the ')
  return `the ${phrase}`
}
