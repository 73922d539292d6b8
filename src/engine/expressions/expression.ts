/** The expressions a character can have. A set has a picture for some of them; `neutral` is its usual face. */
export const expressions = [
  'neutral',
  'joy',
  'amusement',
  'love',
  'pride',
  'surprise',
  'curiosity',
  'confusion',
  'embarrassment',
  'fear',
  'sadness',
  'anger',
  'disgust',
] as const
export type Expression = (typeof expressions)[number]

/**
 * Other names of expressions: the labels of SillyTavern's sprites that are not our own, and what RisuAI's cards and other
 * sets of pictures call theirs.
 */
const otherNames: Record<Expression, string> = {
  neutral: 'normal default idle base calm serious blank bored tired sleepy standard',
  joy: 'happy happiness smile smiling cheerful excited excitement glad gratitude grateful optimism relief relieved approval delighted',
  amusement: 'amused laugh laughing grin grinning giggle playful tease teasing wink mischievous funny',
  love: 'loving admiration caring desire affection affectionate lovestruck lovely kiss tender romantic',
  pride: 'proud smug smirk smirking confident confidence determined triumphant',
  surprise: 'surprised shock shocked realization astonished amazed',
  curiosity: 'curious interested thinking thoughtful think pensive wonder',
  confusion: 'confused puzzled doubt unsure perplexed',
  embarrassment: 'embarrassed blush blushing shy flustered bashful ashamed awkward',
  fear: 'afraid scared fearful nervousness nervous anxious worried worry panic terrified',
  sadness: 'sad cry crying tears disappointment disappointed grief remorse hurt lonely depressed sorrow',
  anger: 'angry mad annoyance annoyed furious rage irritated disapproval upset pout pouting',
  disgust: 'disgusted contempt repulsed',
}

const byName = new Map<string, Expression>(
  expressions.flatMap((expression) =>
    [expression, ...otherNames[expression].split(' ')].map((name) => [name, expression] as const),
  ),
)

/**
 * The expression that a name, or the name of a picture's file, stands for; null for any other. Where a set has several
 * pictures of one expression, the one that is named as we name it is the best.
 *
 * @example
 * toExpression('joy') // 'joy'
 * toExpression('sprites/Annoyance-2.png') // 'anger'
 * toExpression('Ilse_happy.webp') // 'joy'
 * toExpression('harbour.png') // null
 */
export function toExpression(name: string): Expression | null {
  const words = name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .toLowerCase()
    .split(/[^a-z]+/)
  for (const word of words.reverse()) {
    const expression = byName.get(word)
    if (expression) return expression
  }
  return null
}
