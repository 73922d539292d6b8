import { describe, expect, it } from 'vitest'
import { findShortName } from './character-traits.ts'
import { classifyMessage } from './classify-message.ts'
import { applyContractions, usesContractions } from './contractions.ts'
import { findHabits } from './habits.ts'
import { findObjects } from './objects.ts'
import { findTones } from './tones.ts'
import { findTopic } from './topic.ts'

it.each([
  ['Ines Calder', 'Ines'],
  ['Dr. Amara Oyelaran', 'Dr. Amara'],
  ['Doña Pilar Ximénez', 'Doña Pilar'],
  ['Old Tomas', 'Old Tomas'],
  ['The Midnight Gardener', 'The Midnight Gardener'],
  ['Wren of Harrow', 'Wren'],
  ['Aria', 'Aria'],
])('the short name of %s is %s', (name, short) => {
  expect(findShortName(name)).toBe(short)
})

describe('findHabits', () => {
  it('finds what the character does, as predicates that can follow the name', () => {
    const behaviors =
      'Trims lamps that do not need it when she is uneasy. She hums. Often adjusts his cuffs. Never lies.'
    expect(findHabits(behaviors, 'Ines Calder')).toEqual(['trims lamps that do not need it', 'adjusts his cuffs'])
  })

  it('reads lists and gerunds', () => {
    expect(findHabits('adjusts glasses, offers tea, quotes old books', 'A')).toEqual([
      'adjusts glasses',
      'offers tea',
      'quotes old books',
    ])
    expect(findHabits('- Tapping a pen on the desk\n- Aria leans on the rail', 'Aria')).toEqual([
      'is tapping a pen on the desk',
      'leans on the rail',
    ])
  })

  it('ignores what is not an action', () => {
    expect(findHabits('Careful with money. This is hers. Always kind. "Says so." Glass jars.', 'A')).toEqual([])
  })
})

it('finds objects in an environment, and ignores events, weather, people and animals', () => {
  const environment =
    'A narrow house. An oak counter, green lamps, a drawer that sticks. Rain, mostly. Two chairs, people, one cat asleep.'
  expect(findObjects(environment)).toEqual(['the narrow house', 'the oak counter', 'the green lamps', 'the two chairs'])
})

it.each([
  ['I found a strange key in my pocket this morning.', 'your pocket'],
  ['Can you help me find my brother?', 'your brother'],
  ['Why does THE OLD CLOCK never chime?', 'the old clock'],
  ['I brought you a small gift wrapped in paper', 'the small gift'],
  ['dragons', ''],
])('the topic of %j is %j', (message, phrase) => {
  expect(findTopic(message)?.phrase).toBe(phrase)
})

it('finds no topic in messages of common words', () => {
  expect([findTopic(''), findTopic('ok'), findTopic('I do not know what to say')]).toEqual([null, null, null])
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
  ['*I open the box*', 'action'],
  ['...', 'brief'],
  ['lol', 'brief'],
  ['goodnight then', 'farewell'],
  ['The bridge fell in the night.', 'statement'],
])('the intent of %j is %s', (message, intent) => {
  expect(classifyMessage(message).intent).toBe(intent)
})

it('finds the tones of a description', () => {
  expect(findTones('Dry, sarcastic and blunt; a meticulous archivist.')).toEqual(['wry', 'learned'])
  expect(findTones('')).toHaveLength(2)
})

it('applies contractions only before another word', () => {
  expect(usesContractions("I can't stay")).toBe(true)
  expect(usesContractions('I cannot stay')).toBe(false)
  expect(applyContractions('I am sure that it is what it is.')).toBe("I'm sure that it's what it is.")
})
