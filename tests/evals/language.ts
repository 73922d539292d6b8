import type { Language } from './cases.ts'

/** Frequent words that few other languages in the list share. */
const commonWords: Partial<Record<Language, string>> = {
  en: 'the and you your is are was that with have it of what not this for she he they but would there',
  es: 'el la los las que y es está con para por una pero como más qué tu muy se su lo del usted',
  fr: 'le la les des est et vous que une dans pas pour avec elle il mais sur ce qui votre je ne du',
  de: 'der die das und ist nicht ich sie ein eine mit auf es zu den wir aber wie noch was ihr dem',
  pt: 'o os as que e é não com uma para por mas como mais você seu sua do da em um está isso foi',
  pl: 'nie się że jest jak ale czy tak już tylko pan pani może mnie co ten w z po jej jego',
}

const scripts: [Language, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
]

/** The language of a text, or null when it is too short or mixed to tell. */
export function detectLanguage(text: string): Language | null {
  const letters = text.match(/\p{Letter}/gu)?.length ?? 0
  if (letters < 12) return null
  for (const [language, script] of scripts) {
    if ((text.match(script)?.length ?? 0) > letters * (language === 'ja' ? 0.15 : 0.5)) return language
  }
  const words = text.toLowerCase().match(/\p{Letter}+/gu) ?? []
  const scores = Object.entries(commonWords).map(([language, list]) => {
    const common = new Set(list.split(' '))
    return { language: language as Language, score: words.filter((word) => common.has(word)).length / words.length }
  })
  const [best, second] = scores.sort((one, other) => other.score - one.score)
  return best && best.score > 0.1 && best.score > (second?.score ?? 0) * 1.25 ? best.language : null
}
