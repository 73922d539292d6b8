import { describe, expect, it } from 'vitest'
import { shortName } from './card-words.ts'
import { habitsIn } from './habits.ts'
import { hear } from './hear.ts'
import { casually, speaksCasually } from './register.ts'
import { thingsIn } from './things.ts'
import { tonesOf } from './tone.ts'
import { topicOf } from './topic.ts'

it.each([
  ['Ines Calder', 'Ines'],
  ['Dr. Amara Oyelaran', 'Dr. Amara'],
  ['Doña Pilar Ximénez', 'Doña Pilar'],
  ['Old Tomas', 'Old Tomas'],
  ['The Midnight Gardener', 'The Midnight Gardener'],
  ['Wren of Harrow', 'Wren'],
  ['Aria', 'Aria'],
])('%s is called %s', (name, short) => {
  expect(shortName(name)).toBe(short)
})

describe('habits', () => {
  it('are what the card says is done, in words that follow a name', () => {
    const behaviors =
      'Trims lamps that do not need it when she is uneasy. She hums. Often adjusts his cuffs. Never lies.'
    expect(habitsIn(behaviors, 'Ines Calder')).toEqual(['trims lamps that do not need it', 'adjusts his cuffs'])
  })

  it('come from lists and gerunds as well', () => {
    expect(habitsIn('adjusts glasses, offers tea, quotes old books', 'A')).toEqual([
      'adjusts glasses',
      'offers tea',
      'quotes old books',
    ])
    expect(habitsIn('- Tapping a pen on the desk\n- Aria leans on the rail', 'Aria')).toEqual([
      'is tapping a pen on the desk',
      'leans on the rail',
    ])
  })

  it('are not made of what is nothing one does', () => {
    expect(habitsIn('Careful with money. This is hers. Always kind. "Says so." Glass jars.', 'A')).toEqual([])
  })
})

it('finds the things that stand about in a place, and not what merely happens there', () => {
  const environment =
    'A narrow house. An oak counter, green lamps, a drawer that sticks. Rain, mostly. Two chairs, people, one cat asleep.'
  expect(thingsIn(environment)).toEqual(['the narrow house', 'the oak counter', 'the green lamps', 'the two chairs'])
})

it.each([
  ['I found a strange key in my pocket this morning.', 'your pocket'],
  ['Can you help me find my brother?', 'your brother'],
  ['Why does THE OLD CLOCK never chime?', 'the old clock'],
  ['I brought you a small gift wrapped in paper', 'the small gift'],
  ['dragons', ''],
])('hears what %j is about: %j', (line, phrase) => {
  expect(topicOf(line)?.phrase).toBe(phrase)
})

it('hears nothing in particular where there is nothing', () => {
  expect([topicOf(''), topicOf('ok'), topicOf('I do not know what to say')]).toEqual([null, null, null])
})

it.each([
  ['Hi!', 'greeting'],
  ["Hi! I'm Robin.", 'introduction'],
  ['Who are you?', 'whoAreYou'],
  ['how are you today?', 'howAreYou'],
  ['Where are we?', 'whereAreWe'],
  ['Why did you stay?', 'why'],
  ['How does it work?', 'how'],
  ['Is it far?', 'yesOrNo'],
  ['Could you show me the map?', 'request'],
  ['Tell me more', 'request'],
  ["Let's go outside", 'proposal'],
  ['What should I call you?', 'whoAreYou'],
  ['What is behind the door?', 'question'],
  ['Thank you so much', 'thanks'],
  ["I'm sorry.", 'apology'],
  ['Yes, of course', 'agreement'],
  ['No.', 'refusal'],
  ['I feel lost and tired', 'sadness'],
  ['I am so happy!', 'gladness'],
  ['*I open the box*', 'deed'],
  ['...', 'murmur'],
  ['lol', 'murmur'],
  ['goodnight then', 'farewell'],
  ['The bridge fell in the night.', 'statement'],
])('takes %j for %s', (line, act) => {
  expect(hear(line).act).toBe(act)
})

it('speaks in the tone a card describes', () => {
  expect(tonesOf('Dry, sarcastic and blunt; a meticulous archivist.')).toEqual(['wry', 'learned'])
  expect(tonesOf('')).toHaveLength(2)
})

it('draws words together only where another follows', () => {
  expect(speaksCasually("I can't stay")).toBe(true)
  expect(speaksCasually('I cannot stay')).toBe(false)
  expect(casually('I am sure that it is what it is.')).toBe("I'm sure that it's what it is.")
})
