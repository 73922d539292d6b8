import { describe, expect, it } from 'vitest'
import { sampleCard } from '#engine/cards/sample-card.ts'
import type { PromptMessage } from '#engine/prompt/input.ts'
import { detectLanguage, readLanguages } from './languages.ts'
import { recall } from './recall.ts'
import { readLimits, writeReply } from './write-reply.ts'

/** A reply to the last of the player's messages. */
function replyTo(
  userMessages: readonly string[],
  { seed = 1, userName = 'Robin', character = sampleCard } = {},
): string {
  const messages = [character.greeting, ...userMessages.flatMap((message) => [message, 'Mm.'])].map(
    (content, at): PromptMessage => ({ role: at % 2 === 0 ? 'assistant' : 'user', content }),
  )
  return writeReply({ messages: messages.slice(0, -1), character, userName, kind: 'reply', seed, maxTokens: 600 })
}

describe('what the demo model remembers', () => {
  it.each(['What is my name?', 'Do you know my name?', "what's my name", 'Who am I?'])(
    'the name of the player: %s',
    (question) => {
      for (let seed = 0; seed < 20; seed++) expect(replyTo(['Hello.', question], { seed })).toContain('Robin')
    },
  )

  it('the name that the player gave last', () => {
    expect(replyTo(['My name is Odo.', 'Good day.', 'Call me Pia.', 'What is my name?'])).toContain('Pia')
    expect(replyTo(['My name is Odo.', 'What is my name?'])).not.toContain('Robin')
  })

  it.each([
    ['My dog is called Biscuit. He is old.', 'What is my dog called?', 'Biscuit'],
    ['I grew up in Tromsø, above a bakery.', 'Where did I grow up?', 'Tromsø'],
    ['We were married on a Tuesday in 1987.', 'When were we married? I mean, when did I say it was?', '1987'],
    ['There are four of us, and a cat.', 'Remind me how many of us I said there are.', 'four'],
    ['I work as a plumber.', 'What do I do for a living, then? What is my job?', 'plumber'],
    ['I hid the letter under the stove.', 'Do you remember the letter?', 'under the stove'],
  ])('%s %s', (told, question, fact) => {
    for (let seed = 0; seed < 10; seed++) {
      expect(replyTo(['Good evening.', told, 'It is getting late.', question], { seed })).toContain(fact)
    }
  })

  it('what was not told is not answered', () => {
    expect(recall('When did I say that I was born?', ['I like tea.'])).toBe('')
    expect(replyTo(['I like tea.', "What is my sister's name?"])).not.toContain('I like tea')
  })
})

describe('what the demo model says of itself', () => {
  it('once in a conversation, with the first reply', () => {
    const { notice } = readLimits()
    expect(replyTo(['Hello.'])).toContain(`((${notice}))`)
    expect(replyTo(['Hello.', 'What a day.'])).not.toContain('((')
  })

  it.each(['Are you a real person?', 'are you an AI', 'Are you human?', 'Am I talking to a bot?'])(
    'whenever it is asked: %s',
    (question) => {
      const { notice } = readLimits()
      for (let seed = 0; seed < 10; seed++) expect(replyTo(['Hello.', question], { seed })).toContain(`((${notice}))`)
    },
  )

  it('nothing when it is asked something else', () => {
    for (const question of ['Are you really happy?', 'Are you an aide?', 'Are you there?'])
      expect(replyTo(['Hello.', question])).not.toContain('((')
  })

  it('that it cannot write what it is asked for', () => {
    for (const task of ['Tell me a story.', 'Can you write a poem about rain?', 'Translate this.']) {
      for (let seed = 0; seed < 10; seed++)
        expect(replyTo(['Hm.', task], { seed })).toMatch(/short answers|can(?:no|')t do that|prepared sentences/i)
    }
  })
})

describe('languages', () => {
  it.each([
    ['es', '¿Dónde está tu hermana? No la he visto.'],
    ['fr', "Je ne sais pas où elle est. C'est loin ?"],
    ['de', 'Wo ist meine Tasche? Ich finde sie nicht.'],
    ['pt', 'Não sei onde ela está. É muito longe?'],
    ['pl', 'Nie wiem, gdzie ona jest. Czy to daleko?'],
    ['ru', 'Где моя сумка? Я её не вижу.'],
    ['ja', '駅はどこですか。'],
    ['zh', '车站在哪里？'],
    ['ar', 'أين المحطة؟'],
  ])('%s is answered in itself, with the notice once', (code, message) => {
    const language = readLanguages()[code]
    if (!language) throw new Error(`no ${code}`)
    expect(detectLanguage(message)).toBe(language)
    const reply = replyTo([message])
    expect(language.replies.some((sentence) => reply.startsWith(`"${sentence}"`))).toBe(true)
    expect(reply).toContain(`((${language.notice}))`)
  })

  it('the player can ask for their name', () => {
    expect(replyTo(['Hallo, wie ist mein Name?'])).toContain('Robin')
    expect(replyTo(['¿Sabes cómo me llamo?'])).toContain('Robin')
    expect(replyTo(['我叫什么？'], { userName: '小明' })).toContain('小明')
  })

  it.each([
    'No, tell me more.',
    'ok',
    'So, a man was on a die.',
    'Hm!',
    'To me it is no pan.',
    'Ja? No.',
    'No no no',
    'Café',
  ])('%s is English', (message) => {
    expect(detectLanguage(message)).toBeNull()
  })
})
