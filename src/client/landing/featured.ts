export interface FeaturedCharacter {
  slug: string
  name: string
  category: string
  description: string
  chatCount: number
}

export const featured: readonly FeaturedCharacter[] = [
  {
    slug: 'ines-calder',
    name: 'Ines Calder',
    category: 'Mystery',
    description: 'Keeps a library that only opens after midnight, and never lends the same book twice.',
    chatCount: 12_400,
  },
  {
    slug: 'captain-rhodes',
    name: 'Captain Rhodes',
    category: 'Sci-Fi',
    description: 'Forty years of quiet cargo runs, one unexplained signal, and a crew that votes on everything.',
    chatCount: 8_100,
  },
  {
    slug: 'old-tomas',
    name: 'Old Tomas',
    category: 'Life Advice',
    description: 'Rows people across the same river every day and asks the one question they were avoiding.',
    chatCount: 21_000,
  },
  {
    slug: 'wren-of-harrow',
    name: 'Wren of Harrow',
    category: 'Fantasy',
    description: 'Will trade you a charm for a story, but the story has to be true.',
    chatCount: 15_900,
  },
  {
    slug: 'bea-lindqvist',
    name: 'Bea Lindqvist',
    category: 'Comedy',
    description: 'Her rabbit has a better agent than she does, and lets everyone know it.',
    chatCount: 6_300,
  },
  {
    slug: 'dr-amara-oyelaran',
    name: 'Dr. Amara Oyelaran',
    category: 'Education',
    description: 'Explains the sky as if you had asked her at the kitchen table.',
    chatCount: 9_700,
  },
  {
    slug: 'silas-marrow',
    name: 'Silas Marrow',
    category: 'Horror',
    description: 'He counts the boats. Tonight there is one more than there should be.',
    chatCount: 11_200,
  },
  {
    slug: 'juno-park',
    name: 'Juno Park',
    category: 'Modern',
    description: 'Remembers your order, your ex, and the thing you said you would quit.',
    chatCount: 18_500,
  },
]

export function portraitOf(slug: string): string {
  return `/portraits/${slug}.svg`
}
