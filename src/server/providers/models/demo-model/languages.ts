import { z } from 'zod'
import { lazyContent } from '#server/content/read-content.ts'
import type { ChatHistory } from './chat-history.ts'
import type { Random } from './random.ts'
import { isCommonWord } from './topic.ts'

const Language = z.strictObject({
  /** Frequent words, or the script, by which the language is recognised. */
  words: z
    .string()
    .transform((words) => new Set(words.split(' ')))
    .optional(),
  script: z.enum(['Cyrillic', 'Kana', 'Han', 'Arabic']).optional(),
  /** Says once that this is a demo which knows a few sentences of the language. */
  notice: z.string().min(1),
  replies: z.array(z.string().min(1)).min(4),
  asksName: z.string().transform((pattern) => new RegExp(pattern, 'iu')),
  name: z.string().includes('{player}'),
})
export type Language = z.infer<typeof Language>

export const readLanguages = lazyContent('demo-model/languages.json', z.record(z.string(), Language))

const scripts = {
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Han: /\p{Script=Han}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Arabic: /\p{Script=Arabic}/gu,
}
/** The language of a message if it is one of those with sentences of their own; null for English and all others. */
export function detectLanguage(message: string): Language | null {
  const text = message.slice(0, 600)
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < 2) return null
  const languages = Object.values(readLanguages())
  // Kana first: Japanese is written with Han too.
  for (const [script, pattern] of Object.entries(scripts)) {
    if ((text.match(pattern)?.length ?? 0) > letters * (script === 'Kana' ? 0.15 : 0.5))
      return languages.find((language) => language.script === script) ?? null
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const english = words.filter(isCommonWord).length
  const [best] = languages
    .map((language) => ({ language, score: words.filter((word) => language.words?.has(word)).length }))
    .sort((a, b) => b.score - a.score)
  return best && best.score >= words.length * 0.2 && best.score > english ? best.language : null
}

interface LanguageReply {
  language: Language
  message: string
  player: string
  random: Random
  history: ChatHistory
}

/** A reply in a language of which only a few sentences are known. */
export function composeInLanguage({ language, message, player, random, history }: LanguageReply): string {
  const sentences = random.shuffle(language.replies)
  const unused = sentences.find((sentence) => !history.wasSaidRecently(sentence)) ?? sentences[0] ?? ''
  return `"${language.asksName.test(message) && player !== '' ? language.name.replace('{player}', () => player) : unused}"`
}
