import { type Topic, topicOf } from './topic.ts'

/** What kind of thing was said, as far as the understudy can tell them apart. */
export const acts = [
  'greeting',
  'farewell',
  'thanks',
  'apology',
  'agreement',
  'refusal',
  'introduction',
  'whoAreYou',
  'howAreYou',
  'whereAreWe',
  'why',
  'how',
  'yesOrNo',
  'question',
  'request',
  'proposal',
  'sadness',
  'gladness',
  'deed',
  'murmur',
  'statement',
] as const
export type Act = (typeof acts)[number]

export interface Heard {
  act: Act
  topic: Topic | null
  /** The name the player gave. */
  givenName: string | null
}

/** How an act sounds, and how long a line can be and still be mostly that. */
interface Rule {
  act: Act
  sounds: RegExp
  atMost?: number
}

/** The first rule that fits decides; the order is from the particular to the general. */
const rules: readonly Rule[] = [
  { act: 'murmur', sounds: /^(?!.*\p{L}{2})/su },
  { act: 'farewell', sounds: /\b(?:good ?bye|bye|farewell|good ?night|see you|i (?:have to|must) (?:go|leave))\b/i },
  { act: 'howAreYou', sounds: /\bhow (?:are|have|do) (?:you|things)\b.{0,20}(?:\bdo|been|feel|today|tonight|\?|$)/i },
  { act: 'howAreYou', sounds: /\bare you (?:ok|okay|all right|well)\b/i },
  {
    act: 'whoAreYou',
    sounds: /\b(?:who|what)(?: are|'re) you\b|\byour name\b|\babout you(?:rself)?\b|\bi call you\b/i,
  },
  { act: 'whoAreYou', sounds: /\bwhat do you do\b|\bwho is this\b/i },
  { act: 'whereAreWe', sounds: /\bwhere (?:are we|am i|is this)\b|\bwhat(?: is|'s) this place\b/i },
  {
    act: 'greeting',
    sounds: /^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|evening|day))\b[^?]*$/i,
    atMost: 60,
  },
  { act: 'thanks', sounds: /\b(?:thanks|thank you|cheers|much obliged|grateful)\b/i, atMost: 100 },
  { act: 'apology', sounds: /\b(?:sorry|apologi[sz]e|forgive me|my fault|pardon me)\b/i, atMost: 140 },
  {
    act: 'proposal',
    sounds: /^(?:so |ok(?:ay)?,? |then )?(?:let's|lets|let us|shall we|come with|follow me|why don't we)\b/i,
  },
  { act: 'request', sounds: /^(?:please,? |so,? |then )?(?:can|could|will|would) you (?!be |have |do )/i },
  { act: 'why', sounds: /^(?:but |and |so )?why\b|\bwhy\b[^.]*\?/i },
  { act: 'how', sounds: /^(?:but |and |so )?how\b|\bhow\b[^.]*\?/i },
  { act: 'yesOrNo', sounds: /(?:^|[.!,] )(?:so |and |but |then )?(?:is|are|was|were|do|does|did|can)\b[^.!]*\?\s*$/i },
  {
    act: 'yesOrNo',
    sounds: /(?:^|[.!,] )(?:so |and |but |then )?(?:could|will|would|shall|should|have|has)\b[^.!]*\?\s*$/i,
  },
  { act: 'question', sounds: /\?["')*\s]*$|^(?:what|who|where|when|which|whose)\b/i },
  {
    act: 'agreement',
    sounds: /^(?:yes|yeah|yep|sure|of course|okay|ok|all right|alright|agreed|deal|fine)\b/i,
    atMost: 60,
  },
  {
    act: 'refusal',
    sounds: /^(?:no|nope|nah|never|not really|i won't|i can't|i'd rather not|i refuse)\b/i,
    atMost: 60,
  },
  {
    act: 'sadness',
    sounds: /\b(?:i|i'm|i am|im|i feel)\b.*\b(?:sad|lonely|tired|exhausted|afraid|scared|worried|anxious)\b/i,
  },
  {
    act: 'sadness',
    sounds: /\b(?:i|i'm|i am|im|i feel)\b.*\b(?:lost and|so lost|upset|hurt|crying|hopeless|stressed|awful)\b/i,
  },
  { act: 'sadness', sounds: /\bi miss (?:him|her|them|my)\b|\bheartbroken\b|\bgrief\b/i },
  {
    act: 'gladness',
    sounds: /\b(?:happy|glad|excited|thrilled|delighted|proud|wonderful|amazing|love it|hooray|fun)\b/i,
  },
  {
    act: 'request',
    sounds: /^(?:please |then |now |so )?(?:tell|show|give|help|teach|take|bring|let|describe|explain)\b/i,
  },
  {
    act: 'request',
    sounds: /^(?:please |then |now |so )?(?:sing|read|look|wait|listen|open|play|make|write|go on)\b/i,
  },
  { act: 'murmur', sounds: /^/, atMost: 8 },
]

export function hear(line: string): Heard {
  const plain = gist(line.trim())
  const givenName = nameIn(plain)
  return { act: actOf(plain, givenName), topic: topicOf(plain.replaceAll('*', ' ')), givenName }
}

function actOf(line: string, givenName: string | null): Act {
  if (/^[*_(]/.test(line) && line.replaceAll(/\*[^*]*\*/g, '').trim().length < 25) return 'deed'
  if (givenName !== null) return 'introduction'
  const heard = rules.find(({ sounds, atMost = line.length }) => line.length <= atMost && sounds.test(line))
  return heard?.act ?? 'statement'
}

/** What a long speech begins and ends with; its middle changes nothing. */
function gist(line: string): string {
  return line.length <= 600 ? line : `${line.slice(0, 300)} ${line.slice(-300)}`
}

function nameIn(line: string): string | null {
  const given =
    /\b(?:[Mm]y name is|[Mm]y name's|[Cc]all me|[Tt]he name is|[Tt]he name's)\s+(\p{Lu}[\p{L}'-]{1,20})/u.exec(line)
  const plain = /^(?:(?:[Hh]i|[Hh]ello|[Hh]ey)[,.!]? )?(?:I'm|I am) (\p{Lu}[\p{L}'-]{1,20})[.!,]?\s*$/u.exec(line)
  return given?.[1] ?? plain?.[1] ?? null
}
