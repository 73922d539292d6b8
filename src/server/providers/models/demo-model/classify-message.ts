import { recall } from './recall.ts'
import { findTopic, type Topic } from './topic.ts'

/** What messages can want, each with the actions that suit a reply to it. */
export const intents = {
  greeting: 'welcoming',
  farewell: 'parting',
  thanks: 'attentive',
  apology: 'gentle',
  agreement: 'cheerful',
  refusal: 'attentive',
  introduction: 'welcoming',
  whoAreYou: 'thoughtful',
  howAreYou: 'attentive',
  whereAreWe: 'thoughtful',
  why: 'thoughtful',
  how: 'thoughtful',
  yesOrNo: 'thoughtful',
  question: 'thoughtful',
  request: 'cheerful',
  proposal: 'cheerful',
  sadness: 'gentle',
  gladness: 'cheerful',
  action: 'watchful',
  brief: 'attentive',
  statement: 'attentive',
  playerName: 'attentive',
  recall: 'thoughtful',
  notTold: 'gentle',
  task: 'thoughtful',
} as const
export type Intent = keyof typeof intents

export interface ClassifiedMessage {
  intent: Intent
  topic: Topic | null
  /** The name by which the user introduced themselves. */
  givenName: string | null
  /** The player's earlier statement that answers their question, in their words; empty if there is none. */
  recalled: string
}

interface Rule {
  intent: Intent
  pattern: RegExp
  /** The rule applies to messages up to this length; a longer one says more than this. */
  maxLength?: number
}

const whatAnswers =
  /\b(?:are you|am i (?:talking|speaking|chatting|writing) (?:to|with))(?: (?:an?|the|some|really|real|just|only|actually|even|truly))* (?:real|ai|a\.i\.|bot|robot|chatbot|human|person|machine|computer|program|language model)(?!\p{L})/iu

/** Whether the player asks if they are talking to an AI or a human. */
export function asksIfHuman(message: string): boolean {
  return whatAnswers.test(shorten(message))
}

/** The first match decides, so specific rules come before general ones. */
const rules: readonly Rule[] = [
  { intent: 'brief', pattern: /^(?!.*\p{L}{2})/su },
  {
    intent: 'playerName',
    pattern:
      /\bwhat(?: is|'s|’s) my name\b|\b(?:know|remember|recall|say|forgotten|forget) my name\b|\bwho am i\s*[?.!]*$/i,
  },
  { intent: 'whoAreYou', pattern: whatAnswers },
  {
    intent: 'farewell',
    pattern: /\b(?:good ?bye|bye|farewell|good ?night|see you|i (?:have to|must) (?:go|leave))\b/i,
  },
  {
    intent: 'howAreYou',
    pattern: /\bhow (?:are|have|do) (?:you|things)\b.{0,20}(?:\bdo|been|feel|today|tonight|\?|$)/i,
  },
  { intent: 'howAreYou', pattern: /\bare you (?:ok|okay|all right|well)\b/i },
  {
    intent: 'whoAreYou',
    pattern: /\b(?:who|what)(?: are|'re) you\b|\byour name\b|\babout you(?:rself)?\b|\bi call you\b/i,
  },
  { intent: 'whoAreYou', pattern: /\bwhat do you do\b|\bwho is this\b/i },
  { intent: 'whereAreWe', pattern: /\bwhere (?:are we|am i|is this)\b|\bwhat(?: is|'s) this place\b/i },
  {
    intent: 'greeting',
    pattern: /^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|evening|day))\b[^?]*$/i,
    maxLength: 60,
  },
  { intent: 'thanks', pattern: /\b(?:thanks|thank you|cheers|much obliged|grateful)\b/i, maxLength: 100 },
  { intent: 'apology', pattern: /\b(?:sorry|apologi[sz]e|forgive me|my fault|pardon me)\b/i, maxLength: 140 },
  {
    intent: 'proposal',
    pattern: /^(?:so |ok(?:ay)?,? |then )?(?:let's|lets|let us|shall we|come with|follow me|why don't we)\b/i,
  },
  {
    intent: 'task',
    pattern:
      /^(?:please,? |so,? |then |now )?(?:(?:can|could|will|would) you (?:please )?)?(?:tell me (?:a|another) (?:\w+ )?(?:story|joke|tale|poem|riddle)|(?:write|sing|recite|translate|calculate|summari[sz]e|compose|list|name (?:me )?\w+ (?:\w+s)\b))\b/i,
  },
  { intent: 'request', pattern: /^(?:please,? |so,? |then )?(?:can|could|will|would) you (?!be |have |do )/i },
  { intent: 'why', pattern: /^(?:but |and |so )?why\b|\bwhy\b[^.]*\?/i },
  { intent: 'how', pattern: /^(?:but |and |so )?how\b|\bhow\b[^.]*\?/i },
  {
    intent: 'yesOrNo',
    pattern: /(?:^|[.!,] )(?:so |and |but |then )?(?:is|are|was|were|do|does|did|can)\b[^.!]*\?\s*$/i,
  },
  {
    intent: 'yesOrNo',
    pattern: /(?:^|[.!,] )(?:so |and |but |then )?(?:could|will|would|shall|should|have|has)\b[^.!]*\?\s*$/i,
  },
  { intent: 'question', pattern: /\?["')*\s]*$|^(?:what|who|where|when|which|whose)\b/i },
  {
    intent: 'agreement',
    pattern: /^(?:yes|yeah|yep|sure|of course|okay|ok|all right|alright|agreed|deal|fine)\b/i,
    maxLength: 60,
  },
  {
    intent: 'refusal',
    pattern: /^(?:no|nope|nah|never|not really|i won't|i can't|i'd rather not|i refuse)\b/i,
    maxLength: 60,
  },
  {
    intent: 'sadness',
    pattern: /\b(?:i|i'm|i am|im|i feel)\b.*\b(?:sad|lonely|tired|exhausted|afraid|scared|worried|anxious)\b/i,
  },
  {
    intent: 'sadness',
    pattern: /\b(?:i|i'm|i am|im|i feel)\b.*\b(?:lost and|so lost|upset|hurt|crying|hopeless|stressed|awful)\b/i,
  },
  { intent: 'sadness', pattern: /\bi miss (?:him|her|them|my)\b|\bheartbroken\b|\bgrief\b/i },
  {
    intent: 'gladness',
    pattern: /\b(?:happy|glad|excited|thrilled|delighted|proud|wonderful|amazing|love it|hooray|fun)\b/i,
  },
  {
    intent: 'request',
    pattern: /^(?:please |then |now |so )?(?:tell|show|give|help|teach|take|bring|let|describe|explain)\b/i,
  },
  {
    intent: 'request',
    pattern: /^(?:please |then |now |so )?(?:sing|read|look|wait|listen|open|play|make|write|go on)\b/i,
  },
  { intent: 'brief', pattern: /^/, maxLength: 8 },
]

/** `earlier`: the player's messages before this one. */
export function classifyMessage(message: string, earlier: readonly string[] = []): ClassifiedMessage {
  const text = shorten(message.trim())
  const givenName = findGivenName(text)
  const topic = findTopic(text.replaceAll('*', ' '))
  const intent = findIntent(text, givenName)
  const recalled = intent === 'playerName' || intent === 'introduction' ? null : recall(text, earlier)
  if (recalled === null) return { intent, topic, givenName, recalled: '' }
  return { intent: recalled === '' ? 'notTold' : 'recall', topic, givenName, recalled }
}

function findIntent(text: string, givenName: string | null): Intent {
  if (/^[*_(]/.test(text) && text.replaceAll(/\*[^*]*\*/g, '').trim().length < 25) return 'action'
  if (givenName !== null) return 'introduction'
  const rule = rules.find(
    ({ pattern, maxLength = Number.POSITIVE_INFINITY }) => text.length <= maxLength && pattern.test(text),
  )
  return rule?.intent ?? 'statement'
}

/** The beginning and the end of a long message, which bounds the work of the patterns. */
function shorten(message: string): string {
  return message.length <= 600 ? message : `${message.slice(0, 300)} ${message.slice(-300)}`
}

export function findGivenName(text: string): string | null {
  const explicit =
    /\b(?:[Mm]y name is|[Mm]y name's|[Cc]all me|[Tt]he name is|[Tt]he name's)\s+(\p{Lu}[\p{L}'-]{1,20})/u.exec(text)
  const brief = /^(?:(?:[Hh]i|[Hh]ello|[Hh]ey)[,.!]? )?(?:I'm|I am) (\p{Lu}[\p{L}'-]{1,20})[.!,]?\s*$/u.exec(text)
  return explicit?.[1] ?? brief?.[1] ?? null
}
