/** The tones that the demo model has templates for. */
export const tones = ['warm', 'wry', 'hushed', 'lively', 'learned'] as const
export type Tone = (typeof tones)[number]

/** Words in a character's description that suggest the tone. */
const patterns: Record<Tone, RegExp> = {
  warm: /\b(?:warm|kind|kindness|gentle|gently|caring|generous|motherly|fatherly|hearty|cheerful|friendly|sunny|tender|patient|supportive|loving|sweet|compassionate|affection\w*|welcom\w+|encourag\w+|comfort\w*|soft-hearted|hospitable|good-natured|empath\w+)\b/gi,
  wry: /\b(?:wry|dry|sarcastic|sardonic|deadpan|blunt|gruff|salty|laconic|irritable|cynical|grumpy|stern|stoic|ironic|cranky|terse|unornamented|short jabs|bossy|weary|tough|rude|insult\w*|grudg\w+|sharp-tongued|no-nonsense)\b/gi,
  hushed:
    /\b(?:hushed|quiet|quietly|mysterious|haunt\w+|solemn|secret\w*|soft|softly|whisper\w*|melanchol\w+|eerie|dread|fear\w*|ghost\w*|brooding|enigmatic|shy|lonely|listens|patience|shadow\w*|grave|riddles?|ancient|cryptic)\b/gi,
  lively:
    /\b(?:lively|playful|bright|rapid|theatrical|excitable|bubbly|enthusias\w+|chaotic|breathless|energetic|quick|fast|patter|bold|adventurous|dramatic|mischiev\w+|brave|daring|cheeky|boister\w+|nervous|delighted|exuberant|impulsive|competitive|wild|flamboyant)\b/gi,
  learned:
    /\b(?:learned|scholar\w*|precise|exact|meticulous|wise|wisdom|formal|analytical|curious|methodical|teach\w*|professor|scientist|astronomer|rational|logical|eloquent|thoughtful|studious|archivist|accountant|librarian|detective|observant|careful|technical|philosoph\w+|measured|poetic)\b/gi,
}

/** The two tones with the most matching words in the description, the better one first. */
export function findTones(description: string): Tone[] {
  const scored = tones.map((tone) => ({ tone, score: description.match(patterns[tone])?.length ?? 0 }))
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, 2)
    .map(({ tone }) => tone)
}
