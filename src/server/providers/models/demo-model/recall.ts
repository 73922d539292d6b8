import { isCommonWord } from './topic.ts'

/** Matches a player who asks about themselves ("what did I lose"), but not for advice ("what should I do"). */
const aboutPlayer =
  /\b(?:what|which|whom?|whose|when|where|how (?:many|much|old|long|often))\b.*\b(?:i|i'm|i've|my|mine)\b/i
const advice =
  /\b(?:should|can|could|shall|will|would|may|might|must|need|have) i\b|\b(?:do|am) i (?:do|say|go|get|find|owe|call|need|have|begin|start|supposed)\b|\bmy (?:turn|next)\b/i
/** Matches questions about what was said: only the conversation can answer them. */
const aboutConversation =
  /\b(?:did i|was it that i|do you (?:still )?(?:remember|recall)|remind me|i (?:just )?(?:said|told|mentioned)|you (?:have )?promised|did you promise|(?:what|who|where)(?: is|'s| was| were) my)\b/i
const opinion = /\bdo you (?:think|want|mean|like|see|feel|make)\b/i
const asks =
  /\?$|^(?:(?:so|and|but|then|now|first|please|ok|okay),? )?(?:what|which|who|whom|whose|when|where|how|tell me|remind me|do you)\b/i

/** Kinds of questions, and statements that answer them. */
const answers: readonly { question: RegExp; statement: RegExp }[] = [
  {
    question: /\bwho(?:m|se)?\b|\bcalled\b|\bname\b/i,
    statement: /\bname(?:'s| is)\b|(?<=[\p{Ll},;:] )(?!I\b)\p{Lu}\p{Ll}+/u,
  },
  {
    question: /\bwhen\b|\bwhat (?:day|time)\b/i,
    statement:
      /\b(?:\w+day|tomorrow|yesterday|tonight|o'clock|noon|midnight|week|month|year|spring|summer|autumn|winter)s?\b|\d/i,
  },
  {
    question: /\bhow (?:many|much|old|long|often)\b|\bwhat number\b/i,
    statement:
      /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|hundred|thousand)\b/i,
  },
  { question: /\bwhere\b/i, statement: /\b(?:in|at|from|near|on) (?:the |my |an? )?\p{L}+/iu },
  {
    question: /\bliving\b|\bjob\b|\bwork\b|\bprofession\b/i,
    statement: /\bi(?:'m| am) an? |\bi work\b|\bmy (?:job|work)\b/i,
  },
]

const maxQuote = 200

/**
 * Answers a question of the player about what they said before, in their own words. Null when the message asks nothing
 * of that kind; empty when no earlier message answers it.
 */
export function recall(message: string, earlier: readonly string[]): string | null {
  const question = toSentences(message.replaceAll('’', "'")).findLast(isRecallQuestion)
  if (question === undefined) return null
  const isAboutConversation = aboutConversation.test(question)
  const wanted = new Set(toStems(question))
  const kinds = answers.filter(({ question: kind }) => kind.test(question))
  let best = { text: '', score: 0 }
  for (const [age, sentence] of earlier.slice(-40).flatMap(toSentences).filter(isStatement).reverse().entries()) {
    const overlap = toStems(sentence).filter((stem) => wanted.has(stem)).length
    const kind = kinds.some(({ statement }) => statement.test(sentence)) ? 1.5 : 0
    const base = isAboutConversation && kinds.length === 0 ? 0.1 : 0
    const personal = /\b(?:i|i'm|i've|my)\b/i.test(sentence) ? 0.6 : 0
    const score = Math.max(2 * overlap + kind, base)
    const total = score === 0 ? 0 : score + personal - age * 0.01
    if (total > best.score) best = { text: sentence, score: total }
  }
  if (best.text === '') return isAboutConversation ? '' : null
  return toQuote(best.text)
}

function isRecallQuestion(sentence: string): boolean {
  if (!asks.test(sentence) || advice.test(sentence) || opinion.test(sentence)) return false
  return aboutPlayer.test(sentence) || aboutConversation.test(sentence)
}

function toSentences(text: string): string[] {
  return (
    text
      .slice(0, 2_000)
      .match(/[^.!?…\n]+[.!?…]*/g)
      ?.map((sentence) => sentence.trim()) ?? []
  )
}

function isStatement(sentence: string): boolean {
  return /\p{L}{2}/u.test(sentence) && !sentence.endsWith('?')
}

/** The content words of a sentence, without their endings. */
function toStems(sentence: string): string[] {
  const words =
    sentence
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .filter((word) => word.length > 2 && !isCommonWord(word))
    .map((word) => word.replace(/(?:ing|ed|es|s|e)$/, ''))
    .filter((stem) => stem.length > 2)
}

/** A sentence as it can stand between single quotation marks in speech. */
function toQuote(sentence: string): string {
  const text = sentence
    .replaceAll(/["“”*]/g, '')
    .replace(/^['‘\s]+/, '')
    .replace(/['’\s]+$/, '')
  const short = text.length <= maxQuote ? text : `${text.slice(0, maxQuote).replace(/\s+\S*$/, '')} …`
  return /[.!…]$/.test(short) ? short : `${short}.`
}
