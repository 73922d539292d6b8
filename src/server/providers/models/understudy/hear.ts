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

const sad =
  /\b(?:sad|lonely|tired|exhausted|afraid|scared|worried|anxious|nervous|upset|lost|hurt|crying|cry|miss(?:ed|ing)? (?:him|her|them|you|my|home)|grief|hopeless|stressed|awful|terrible|heartbroken)\b/i
const glad =
  /\b(?:happy|glad|excited|thrilled|delighted|proud|wonderful|amazing|fantastic|love it|so good|relieved|hooray|yay)\b/i
const aboutSelf = /\b(?:i|i'm|im|i've|my|me|feel|feeling)\b/i

/** The first rule that fits decides; the order is from the particular to the general. */
const rules: readonly (readonly [Act, (line: string) => boolean])[] = [
  ['deed', (line) => /^[*_(]/.test(line) && line.replaceAll(/\*[^*]*\*/g, '').trim().length < 25],
  ['murmur', (line) => !/\p{L}{2}/u.test(line)],
  ['introduction', (line) => nameIn(line) !== null],
  [
    'farewell',
    (line) =>
      /\b(?:good ?bye|bye|farewell|good ?night|see you|i (?:have to|should|must|need to) (?:go|leave)|until next time)\b/i.test(
        line,
      ),
  ],
  [
    'howAreYou',
    (line) =>
      /\bhow(?: are|'re| have| do) (?:you|things)\b.{0,20}(?:\bdo|been|feel|today|tonight|\?|$)|\byou (?:ok|okay|all right)\b/i.test(
        line,
      ),
  ],
  [
    'whoAreYou',
    (line) =>
      /\b(?:who|what)(?: are|'re) you\b|\byour name\b|\babout yourself\b|\babout you\b|\bwhat do you do\b|\bwho is this\b/i.test(
        line,
      ),
  ],
  [
    'whereAreWe',
    (line) => /\bwhere (?:are we|am i|is this)\b|\bwhat(?: is|'s) this place\b|\bthis place\b.*\?/i.test(line),
  ],
  [
    'greeting',
    (line) =>
      /^(?:well,? )?(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|evening|afternoon|day))\b/i.test(line) &&
      line.length < 60 &&
      !line.includes('?'),
  ],
  ['thanks', (line) => /\b(?:thanks|thank you|cheers|much obliged|grateful)\b/i.test(line) && line.length < 100],
  ['apology', (line) => /\b(?:sorry|apologi[sz]e|forgive me|my fault|pardon me)\b/i.test(line) && line.length < 140],
  ['request', (line) => /^(?:please,? |so,? |then )?(?:can|could|will|would) you (?!be |have |do )/i.test(line)],
  ['why', (line) => /^(?:but |and |so )?why\b|\bwhy\b[^.]*\?/i.test(line)],
  ['how', (line) => /^(?:but |and |so )?how\b|\bhow\b[^.]*\?/i.test(line)],
  [
    'yesOrNo',
    (line) =>
      /(?:^|[.!,] )(?:so |and |but |then )?(?:is|are|was|were|do|does|did|can|could|will|would|shall|should|have|has|may|might|must|isn't|aren't|don't|didn't|can't|won't)\b[^.!]*\?\s*$/i.test(
        line,
      ),
  ],
  ['question', (line) => /\?["')*\s]*$/.test(line) || /^(?:what|who|where|when|which|whose)\b/i.test(line)],
  [
    'agreement',
    (line) =>
      /^(?:yes|yeah|yep|yup|sure|of course|okay|ok|all right|alright|agreed|deal|i will|i do|absolutely|fine|gladly)\b/i.test(
        line,
      ) && line.length < 60,
  ],
  [
    'refusal',
    (line) =>
      /^(?:no|nope|nah|never|not really|i won't|i can't|i'd rather not|i refuse|absolutely not)\b/i.test(line) &&
      line.length < 60,
  ],
  ['sadness', (line) => sad.test(line) && aboutSelf.test(line)],
  ['gladness', (line) => glad.test(line)],
  [
    'request',
    (line) =>
      /^(?:please |then |now |so |ok(?:ay)?,? )?(?:tell|show|give|help|teach|take|bring|let|lets|let's|describe|explain|sing|read|look|come|follow|wait|listen|stop|open|play|make|write|imagine|continue|go on)\b/i.test(
        line,
      ),
  ],
  ['murmur', (line) => line.length < 9],
]

export function hear(line: string): Heard {
  const plain = gist(line.trim())
  const act = rules.find(([, fits]) => fits(plain))?.[0] ?? 'statement'
  return { act, topic: topicOf(plain.replaceAll('*', ' ')), givenName: nameIn(plain) }
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
