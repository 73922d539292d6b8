/** Contractions of everyday speech. Each needs a following word: "it's" cannot end a sentence. */
const contractions: readonly (readonly [RegExp, string])[] = [
  [/\b(do|does|did|is|are|was|were|have|has|had|would|could|should) not(?= [a-z])/gi, "$1n't"],
  [/\bcannot(?= [a-z])/gi, "can't"],
  [/\bwill not(?= [a-z])/g, "won't"],
  [/\bI am(?= [a-z])/g, "I'm"],
  [/\b(you|we|they) are(?= [a-z])/gi, "$1're"],
  [/\b(it|that|there|he|she|what|who) is(?= [a-z])/gi, "$1's"],
  [/\blet us(?= [a-z])/gi, "let's"],
  [/\b(I|you|we|they|it|that) will(?= [a-z])/gi, "$1'll"],
  [
    /\b(I|you|we|they) have(?= (?:been|seen|had|got|heard|lost|made|never|not|known|thought|gone|brought|reached)\b)/gi,
    "$1've",
  ],
  [/\b(I|you|we|they) would(?= (?:have|like|rather|sooner|be|never|do)\b)/gi, "$1'd"],
]

export function usesContractions(text: string): boolean {
  return /\b(?:\w+n't|I'm|I've|I'll|you're|it's|that's|don't)\b/i.test(text.replaceAll('’', "'"))
}

export function applyContractions(text: string): string {
  let contracted = text
  for (const [full, short] of contractions) contracted = contracted.replace(full, short)
  return contracted
}
