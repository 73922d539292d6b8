import { expect, test, vi } from 'vitest'
import { sampleCard } from '../cards/sample-card.ts'
import { buildPrompt } from '../prompt/build.ts'
import { estimateTokens } from '../prompt/estimate.ts'
import type { HistoryMessage, Prompt, PromptMemory } from '../prompt/input.ts'
import { seededRandom } from '../seeded-random.ts'
import { indexPassages } from './passage-index.ts'
import { type RecallQuery, rankPassages } from './rank-passages.ts'
import { readTerms } from './read-terms.ts'
import { packVectors } from './vectors.ts'

/**
 * A story of 2,000 turns. What the player says once is asked for 500 turns later, in other words: is it in the prompt?
 * The embeddings are a stand-in, a list of words with the same meaning. They show that what a model finds by meaning
 * gets into the prompt, not how well a model finds it.
 */

// A story takes seconds, also on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const turns = 2_000
const distance = 500

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
const synonyms = [
  ['dog', 'hound'],
  ['noise', 'snore'],
  ['night', 'sleep', 'sleeps'],
  ['water', 'swim', 'lake'],
  ['afraid', 'scared', 'fear'],
  ['instru', 'violin'],
  ['food', 'feed'],
  ['given', 'sold'],
  ['disgui', 'false', 'beard'],
  ['thieve', 'pickpo', 'purse'],
  ['robbed', 'emptie'],
  ['room', 'cellar'],
  ['gem', 'ruby', 'jewell'],
  ['genuin', 'glass'],
  ['prepar', 'cook'],
  ['meal', 'feast'],
].map((words) => words.map((word) => readTerms(word)[0] ?? word))

const dimensions = 512

function embed(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const term of new Set(readTerms(text))) {
    const meaning = synonyms.find((words) => words.includes(term))?.[0] ?? term
    const at = Math.floor(seededRandom(meaning)() * dimensions)
    vector[at] = (vector[at] ?? 0) + (term.length > 3 ? 1 : 0.05)
  }
  return vector
}

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

/** The messages of the story: each planted fact, and its question 500 turns after it. */
function writeStory(): HistoryMessage[] {
  const random = seededRandom('story')
  return Array.from({ length: turns * 2 }, (_, at) => {
    const turn = at >> 1
    const role = at % 2 === 0 ? ('user' as const) : ('character' as const)
    const said = Array.from({ length: role === 'user' ? 1 : 3 }, () => filler(random)).join(' ')
    const content = (role === 'user' && plantedAt(turn)) || (role === 'user' && askedAt(turn)) || said
    return {
      id: `m${at}`,
      role,
      content: role === 'user' && plantedAt(turn) ? `${content} ${filler(random)}` : content,
    }
  }).map((message) => ({ ...message, tokens: estimateTokens(message.content) }))
}

const numberAt = (turn: number) => (turn >= offset && (turn - offset) % every === 0 ? (turn - offset) / every : -1)
const plantedAt = (turn: number) => planted[numberAt(turn)]?.[0]
const askedAt = (turn: number) => planted[numberAt(turn - distance)]?.[1]

/** `late`: the vector of a message arrives after its prompt, which has that of the message before. */
type Mode = 'none' | 'words' | 'embeddings' | 'late'

/**
 * How many of the questions have their answer in the prompt of the question, or in one of the `prompts` from there on.
 */
function measure(mode: Mode, prompts: number): { share: number; moves: number } {
  const story = writeStory()
  const index = indexPassages(story)
  if (mode === 'embeddings' || mode === 'late') {
    const texts = index.passages.map(({ message, start, end }) => story[message]?.content.slice(start, end) ?? '')
    index.vectors = packVectors('stand-in', texts.map(embed))
  }
  let [anchor, moves]: [string | null, number] = [null, 0]
  const found = new Set<string>()
  for (let turn = 0; turn < turns; turn++) {
    const from = Math.max(0, turn * 2 - 400)
    const history = story.slice(from, turn * 2 + 1)
    const query: RecallQuery = {
      texts: history
        .slice(-2)
        .reverse()
        .map(({ content }) => content),
      vector: vectorOf(mode, history),
    }
    const answers = Array.from({ length: prompts }, (_, at) => planted[numberAt(turn - at - distance)]?.[2] ?? [])
    const [answer] = answers.flat()
    const memory = answer === undefined ? emptyMemory : { ...emptyMemory, passages: recall(index, story, turn, query) }
    const prompt = build(history, anchor, mode === 'none' ? undefined : memory)
    if (prompt.anchor !== anchor) moves += 1
    anchor = prompt.anchor
    if (answer !== undefined && prompt.messages.some(({ content }) => content.includes(answer))) found.add(answer)
  }
  return { share: found.size / planted.length, moves }
}

function vectorOf(mode: Mode, history: HistoryMessage[]): RecallQuery['vector'] {
  const embedded = mode === 'embeddings' ? history.at(-1) : mode === 'late' ? history.at(-3) : undefined
  return embedded ? { space: 'stand-in', values: embed(embedded.content) } : null
}

const emptyMemory: PromptMemory = { summary: null, nextSummaries: [], facts: [], passages: [] }

/** As the server does: of all messages before the newer half of what was read. */
function recall(index: ReturnType<typeof indexPassages>, story: HistoryMessage[], turn: number, query: RecallQuery) {
  const isOld = (id: string) => Number(id.slice(1)) < turn * 2 - 20
  return rankPassages([index], query, isOld, 16).map(({ messageId, start, end }) => {
    const position = Number(messageId.slice(1))
    const message = story[position]
    return { messageId, role: message?.role ?? 'user', text: message?.content.slice(start, end) ?? '', position }
  })
}

function build(history: HistoryMessage[], anchor: string | null, memory: PromptMemory | undefined): Prompt {
  return buildPrompt({
    character: { ...sampleCard, greeting: '' },
    user: { name: 'Sam' },
    kind: 'reply',
    history,
    anchor,
    filter: true,
    ...(memory ? { memory } : {}),
    budget: { contextTokens: 8_192, maxReplyTokens: 600 },
    seed: 'c1',
    random: () => 0.5,
  })
}

test.each([
  ['none', 1, 0, 0.2],
  ['words', 1, 0.75, 1],
  ['embeddings', 1, 0.9, 1],
  ['late', 1, 0.75, 1],
  ['late', 2, 0.9, 1],
] as const)(
  '2,000 turns, memory by %s: answers in the first %i prompts, 500 turns later',
  (mode, prompts, least, most) => {
    const { share, moves } = measure(mode, prompts)
    console.log(
      `${mode}, ${prompts}: ${(share * 100).toFixed(0)} % of ${planted.length} facts, ${moves} moves of the anchor`,
    )
    expect(share).toBeGreaterThanOrEqual(least)
    expect(share).toBeLessThanOrEqual(most)
  },
)
