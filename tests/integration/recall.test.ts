import { expect, test } from 'vitest'
import { sampleCard } from '#engine/cards/sample-card.ts'
import { buildPrompt } from '#engine/prompt/build.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { recallMemory } from '#server/chat/memory/recall-memory.ts'
import { insertMessages } from '#server/chat/tree/queries.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import { indexMessages } from '#tests/support/index-messages.ts'
import { createCharacter, createOwnApp } from '#tests/support/test-app.ts'

const [turns, distance] = [1_000, 250]

/** What is said, what is asked, and the words that must be in the prompt. The last eight share no rare word. */
const planted: readonly (readonly [string, string, string])[] = [
  ['I hid the brass key behind the stove.', 'Where did I put the brass key?', 'behind the stove'],
  ['My brother Anselm sails with the northern fleet.', 'Do you remember what Anselm does?', 'northern fleet'],
  ['I am allergic to walnuts, they close my throat.', 'Which food is my allergy about?', 'walnuts'],
  ['The password at the mill is "seven swans".', 'What was the password at the mill?', 'seven swans'],
  ['I was born in Vellmar, in a house with a blue roof.', 'Which colour was the roof in Vellmar?', 'blue roof'],
  ['The doctor said my left knee will never heal.', 'What did the doctor say of my knee?', 'never heal'],
  ['I owe Madame Corvin forty crowns.', 'How much do I owe Corvin?', 'forty crowns'],
  ['My horse is called Thistle, and she bites.', 'What is the name of my horse?', 'Thistle'],
  ['I promised Elspeth to return before the first snow.', 'What did I promise Elspeth?', 'first snow'],
  ['The map shows a tunnel under the chapel.', 'What is under the chapel on the map?', 'tunnel'],
  ['I can read the old runes, my grandmother taught me.', 'Who taught me to read runes?', 'grandmother'],
  ['We buried the chest by the crooked birch.', 'By which tree did we bury the chest?', 'crooked birch'],
  ['My wedding was on the feast of Saint Oda.', 'When was my wedding?', 'Saint Oda'],
  ['I lost two fingers in the sawmill at Harn.', 'How did I lose my fingers?', 'sawmill'],
  ['The innkeeper waters his wine.', 'What does the innkeeper do to his wine?', 'waters his wine'],
  ['I speak Tolmish since my year in the south.', 'Why do I speak Tolmish?', 'year in the south'],
  ['The letter from the duke is sewn into my coat.', 'Where is the letter from the duke?', 'sewn into my coat'],
  ['I never drink tea, only chicory.', 'What do I drink in place of tea?', 'chicory'],
  ['The ferryman Osk saw the murderer’s face.', 'Who saw the face of the murderer?', 'Osk'],
  ['My sword has a chip near the hilt.', 'What is wrong with my sword?', 'near the hilt'],
  [
    'The bell rings thirteen times when a ship is lost.',
    'How often does the bell ring for a lost ship?',
    'thirteen times',
  ],
  ['I dream of a white stag every winter.', 'Which animal do I dream of?', 'white stag'],
  ['The librarian forbade me the third floor.', 'Which floor did the librarian forbid?', 'third floor'],
  ['My aunt Rosamund brews poison for the court.', 'What does my aunt Rosamund brew?', 'poison'],
  ['The compass points to the volcano, not north.', 'Where does the compass point?', 'volcano'],
  ['I carved our initials into the pier at Sund.', 'What did I carve at the pier?', 'our initials'],
  ['My hound sleeps on the stairs and snores.', 'Does my dog make noise at night?', 'hound sleeps'],
  ['I cannot swim; the lake took my cousin.', 'Why am I afraid of deep water?', 'lake took my cousin'],
  ['Mother sold her violin to feed us.', 'Which instrument was given up for food?', 'violin'],
  ['The physician wears a false beard.', 'Is anybody here disguised?', 'false beard'],
  ['My purse was emptied by pickpockets at the fair.', 'Who were the thieves that robbed me?', 'pickpockets'],
  ['I fear the cellar since I was a child.', 'Which room am I scared of?', 'fear the cellar'],
  ['The ruby is glass; the jeweller laughed at me.', 'Is my gem genuine?', 'ruby is glass'],
  ['I cook for the monks on feast days.', 'Do I prepare meals for somebody?', 'cook for the monks'],
]
const words = {
  place:
    'harbour mill chapel lake pier library cellar market tower bridge inn forest court fair stable attic quarry orchard'.split(
      ' ',
    ),
  thing:
    'key map letter sword bell rope lantern coat compass ruby wine tea bread boat horse coin ring door violin stove'.split(
      ' ',
    ),
  person:
    'captain doctor innkeeper ferryman duke monk baker widow stranger brother aunt child singer guard physician'.split(
      ' ',
    ),
  deed: 'finds watches sells carries forgets mends follows hides paints counts drops cleans borrows describes lifts'.split(
    ' ',
  ),
  mood: 'quiet cold bright slow strange gentle bitter hollow warm restless grey patient'.split(' '),
}

/** A sentence like many others of the story. */
function filler(random: () => number): string {
  const pick = (kind: keyof typeof words) => words[kind][Math.floor(random() * words[kind].length)]
  return `The ${pick('person')} ${pick('deed')} the ${pick('mood')} ${pick('thing')} near the ${pick('place')}, and the ${pick('person')} says nothing.`
}

const offset = 60
const every = Math.floor((turns - distance - offset) / planted.length)

const numberAt = (turn: number) => (turn >= offset && (turn - offset) % every === 0 ? (turn - offset) / every : -1)
const questionAt = (turn: number) => planted[numberAt(turn - distance)]

/** The story: each planted fact, and its question 250 turns after it. */
function writeStory(): string[] {
  const random = seededRandom('story')
  return Array.from({ length: turns * 2 }, (_, at) => {
    const isPlayer = at % 2 === 0
    const said = Array.from({ length: isPlayer ? 1 : 3 }, () => filler(random)).join(' ')
    const fact = isPlayer && planted[numberAt(at >> 1)]?.[0]
    if (fact) return `${fact} ${filler(random)}`
    return (isPlayer && questionAt(at >> 1)?.[1]) || said
  })
}

test('of 34 facts of a long story, each said once, 26 at least are in the prompt of a question hundreds of turns later', async () => {
  const app = await createOwnApp()
  const { context } = app
  const player = await app.signUp()
  const character = await createCharacter(player)
  const page = await player.begin(character.id)
  const id = page.conversation.id as OwnConversationId
  let parent = page.messages[0]?.id ?? null
  const messages = writeStory().map((content, at) => {
    const message = { id: context.ids.uuid(), role: at % 2 === 0 ? ('user' as const) : ('character' as const), content }
    const row = {
      ...message,
      conversation_id: id,
      parent_id: parent,
      depth: at + 1,
      created_at: context.clock.now() + at,
    }
    parent = message.id
    return row
  })
  for (let from = 0; from < messages.length; from += 500)
    await insertMessages(context.db, messages.slice(from, from + 500))
  await indexMessages(context)
  let found = 0
  for (let turn = 0; turn < turns; turn++) {
    const [, , answer] = questionAt(turn) ?? []
    if (answer === undefined) continue
    const history = messages.slice(turn * 2 - 200, turn * 2 + 1)
    const recalled = await recallMemory(context, {
      conversationId: id,
      userId: player.id,
      ownId: character.id,
      state: { isEnabled: true, version: 1 },
      anchor: null,
      characterId: character.id,
      nameOf: null,
      history,
    })
    const { messages: prompt } = buildPrompt({
      character: { ...sampleCard, greeting: '' },
      user: { name: 'Sam' },
      kind: 'reply',
      history,
      anchor: null,
      filter: true,
      ...(recalled ? { memory: recalled.prompt } : {}),
      budget: { contextTokens: 8_192, maxReplyTokens: 600 },
      seed: 'c1',
      random: () => 0.5,
    })
    if (prompt.some(({ content }) => content.includes(answer))) found += 1
  }
  console.log(`recalled from the index: ${found} of ${planted.length} facts`)
  expect(found).toBeGreaterThanOrEqual(26)
}, 60_000)
