import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { backfillNote, CardError, type CharacterCard, cardMaxima, toCard } from '#engine/cards/card.ts'
import type { PromptCharacter } from '#engine/cards/character.ts'
import { emptyPng, readPngTexts, writePngTexts } from '#engine/cards/png.ts'
import { findPicture, isCharx, readCard, readCharx } from '#engine/cards/read-card.ts'
import { sampleCard } from '#engine/cards/sample-card.ts'
import { toVersion2, writeCardJson, writeCardPng, writeCharx } from '#engine/cards/write-card.ts'
import { bookOfCard, withBook } from '#engine/lore/book-of-card.ts'
import { readDecorators } from '#engine/lore/decorators.ts'
import type { LoreInput } from '#engine/lore/lore-input.ts'
import { readLorebook, writeLorebook } from '#engine/lore/lorebook.ts'
import { planLore } from '#engine/lore/plan-lore.ts'
import { expandMacros } from '#engine/macros/expand.ts'
import { exampleContext } from '#engine/macros/macro.ts'
import { buildPrompt } from '#engine/prompt/build.ts'
import type { PromptInput } from '#engine/prompt/input.ts'
import { openingText } from '#engine/prompt/opening.ts'
import { readFields, writeFields } from '#server/characters/cards/card-fields.ts'
import { toColumns } from '#server/characters/character-columns.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import { openingMessages } from '#server/chat/turns/new-conversation.ts'
import { packZip } from '#server/http/write-zip.ts'
import { type CharacterFields, characterDefaults } from '#shared/characters.ts'
import { openZip } from '#shared/open-zip.ts'

/** A rule of a format. It has a check that throws where it is not held, or the reason for which it is not. */
export interface Rule {
  id: string
  level: 'MUST' | 'SHOULD'
  says: string
  check: (() => void | Promise<void>) | null
  reason: string
}

const rules: Rule[] = []
let source = ''
let count = 0
/** The document of the rules that follow. */
function from(name: string) {
  source = name
  count = 0
}
function add(level: Rule['level'], says: string, check: Rule['check'], reason = '') {
  count += 1
  rules.push({ id: `${source}.${count}`, level, says, check, reason })
}
const must = (says: string, check: () => void | Promise<void>) => add('MUST', says, check)
const should = (says: string, check: () => void | Promise<void>) => add('SHOULD', says, check)
const notHeld = (level: Rule['level'], says: string, reason: string) => add(level, says, null, reason)

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const pngOf = (texts: Record<string, unknown>) =>
  writePngTexts(
    emptyPng,
    Object.entries(texts).map(([keyword, value]) => ({ keyword, text: base64(value) })),
  )
const readZip = async (archive: Uint8Array) => readCharx(await openZip(archive))
const v1 = { name: 'Ilse', description: 'd', personality: 'p', scenario: 's', first_mes: 'Ahoy.', mes_example: 'e' }
const v2 = (data: object = {}) => ({ spec: 'chara_card_v2', spec_version: '2.0', data: { ...v1, ...data } })
const v3 = (data: object = {}) => ({ spec: 'chara_card_v3', spec_version: '3.0', data: { ...v1, ...data } })
const dataOf = (value: unknown) => toCard(value).card.data
const written = (card: CharacterCard) => JSON.parse(writeCardJson(card)) as CharacterCard

const promptOf = (character: Partial<PromptCharacter>, more: Partial<PromptInput> = {}) =>
  buildPrompt({
    character: { ...sampleCard, ...character },
    user: { name: 'Sam' },
    kind: 'reply',
    filter: true,
    anchor: null,
    seed: 'c1',
    random: () => 0.5,
    history: [{ id: 'm1', role: 'user', content: 'Hello!' }],
    budget: { contextTokens: 8_192, maxReplyTokens: 600 },
    ...more,
  })
const textOf = (character: Partial<PromptCharacter>, more: Partial<PromptInput> = {}) =>
  promptOf(character, more)
    .messages.map(({ content }) => content)
    .join('\n')

const author = {
  id: 'c1',
  chatCount: 0,
  rating: null,
  createdBy: 'ada',
  isMine: true,
  createdAt: 1_000,
  updatedAt: 5_000,
}
/** The card after an author has changed fields of the character that was imported from it. */
function exportAfter(value: unknown, changes: Partial<CharacterFields> = {}): CharacterCard {
  const { card } = toCard(value)
  return writeFields(card, { ...characterDefaults, ...readFields(card).fields, ...author, ...changes })
}
const greetings = (fields: Partial<CharacterFields>, isScene = false) => {
  const row = toColumns({ ...characterDefaults, name: 'Ilse', description: 'd', ...fields }) as CharacterRow
  return openingMessages({ ...row, id: 'c1' }, { name: 'Sam', description: '' }, { isScene, now: 0 }).flatMap(
    ({ content, others = [] }) => [content, ...others],
  )
}

const expand = (text: string, more: object = {}) =>
  expandMacros(text, { ...exampleContext, char: 'Ilse', user: 'Sam', ...more })

const entry = (more: object = {}) => ({
  keys: ['reef'],
  content: 'Sharp.',
  extensions: {},
  enabled: true,
  insertion_order: 1,
  use_regex: false,
  ...more,
})
/** What of a book is in a prompt, in its order. */
const loreOf = (...book: Parameters<typeof insertsOf>): string[] => insertsOf(...book).map(({ text }) => text)
const placeOf = (content: string) => insertsOf([entry({ content })])[0]?.place

function insertsOf(entries: object[], book: object = {}, more: Partial<LoreInput> = {}) {
  const found = bookOfCard(toCard(v3({ character_book: { extensions: {}, ...book, entries } })).card)
  const plan = planLore({
    books: found ? [found] : [],
    messages: [
      { id: 'm1', role: 'character', content: 'An old storm.' },
      { id: 'm2', role: 'user', content: 'Mind the Reef!' },
    ],
    messagesBefore: 0,
    tokens: 500,
    countTokens: (text) => text.length,
    expand: (text) => text,
    seed: 'c1',
    compileRegex: (pattern, flags) => {
      try {
        const expression = new RegExp(pattern, flags)
        return (text) => expression.test(text)
      } catch {
        return null
      }
    },
    ...more,
  })
  return plan.inserts
}

from('V1')
must('The six texts default to an empty string.', () => {
  deepEqual(
    Object.keys(v1).map((key) => dataOf({ name: 'Ilse', personality: 'p' })[key]),
    ['Ilse', '', 'p', '', '', ''],
  )
})
must('{{char}} and <BOT> become the name, whatever their case.', () => equal(expand('{{Char}} <bot>'), 'Ilse Ilse'))
must('{{user}} and <USER> become the display name, whatever their case.', () =>
  equal(expand('{{USER}} <user>'), 'Sam Sam'),
)
must('There is a default for the display name.', () => {
  ok(!textOf({ scenario: '{{user}} waits.' }, { user: { name: '' } }).includes('{{user}}'))
})
must('The character speaks first, with first_mes.', () => deepEqual(greetings({ greeting: 'Ahoy.' }), ['Ahoy.']))
must('mes_example has examples that begin with <START>.', () => {
  const text = textOf({ exampleDialogue: '<START>\n{{user}}: One?\n{{char}}: Two.\n<START>\n{{char}}: Three.' })
  ok(text.includes('Two.') && text.includes('Three.') && !text.includes('<START>'))
})
should('Description, personality and scenario are in every prompt.', () => {
  const text = textOf({ definition: 'D-text', personality: 'P-text', scenario: 'S-text' })
  ok(['D-text', 'P-text', 'S-text'].every((part) => text.includes(part)))
})
should('Examples make room for the conversation.', () => {
  const history = Array.from({ length: 60 }, (_, index) => ({
    id: `m${index}`,
    role: 'user' as const,
    content: 'word '.repeat(60),
  }))
  const exampleDialogue = `<START>\n{{char}}: ${'example '.repeat(3_000)}`
  ok(
    !textOf({ exampleDialogue }, { history, budget: { contextTokens: 2_048, maxReplyTokens: 300 } }).includes(
      'example example',
    ),
  )
})

from('V2')
must('A card says chara_card_v2 and 2.0, and its fields are in data.', () => {
  const { spec, spec_version, data } = toVersion2(toCard(v2()).card)
  deepEqual([spec, spec_version], ['chara_card_v2', '2.0'])
  deepEqual(
    Object.entries(data).find(([key]) => key === 'name'),
    ['name', 'Ilse'],
  )
  equal(dataOf(v2()).name, 'Ilse')
})
must('creator_notes, creator and character_version are in no prompt.', () => {
  const { fields } = readFields(
    toCard(
      v2({
        creator_notes: 'N-text',
        creator: 'C-text',
        character_version: 'V-text',
        extensions: { troupe: { description: 'x' } },
      }),
    ).card,
  )
  ok(!/[NCV]-text/.test(textOf(fields)))
})
must('system_prompt replaces the main instruction.', () =>
  ok(textOf({ systemPrompt: 'Only this.' }).includes('Only this.')),
)
must('An empty system_prompt leaves the main instruction as it is.', () => {
  const text = textOf({ systemPrompt: '' })
  ok(textOf({ systemPrompt: '{{original}}' }).includes(text.slice(0, 60)))
})
must('post_history_instructions come after the history.', () => {
  const text = textOf({ postHistoryInstructions: 'At the end.' })
  ok(text.indexOf('At the end.') > text.indexOf('Hello!'))
})
must('{{original}} stands for the instruction that is replaced.', () => {
  const plain = promptOf({ systemPrompt: '' }).messages[0]?.content ?? ''
  ok(textOf({ systemPrompt: 'First. {{original}}' }).includes(plain.split('\n')[0] ?? '-'))
})
must('The user can swipe through alternate_greetings.', () => {
  deepEqual(greetings({ greeting: 'A', alternateGreetings: ['B', 'C'] }), ['A', 'B', 'C'])
})
must('The character book is used by default.', () => deepEqual(loreOf([entry()]), ['Sharp.']))
must('The character book is saved in the given format.', () => {
  const character_book = { entries: [entry({ odd: 1 })], extensions: { 'a/b': 2 }, odd: 3 }
  const { card } = toCard(v2({ character_book }))
  deepEqual(written(withBook(card, bookOfCard(card))).data.character_book, character_book)
})
must('extensions default to an empty object.', () => deepEqual(dataOf(v2()).extensions, {}))
must('Unknown keys of extensions are not destroyed.', () => {
  const extensions = { 'a/b': { deep: [1] }, depth_prompt: { depth: 4 } }
  const { troupe: _, ...kept } = exportAfter(v2({ extensions }), { personality: 'new' }).data.extensions
  deepEqual(kept, extensions)
})
must('Optional fields that are not supported are kept.', () => {
  equal(exportAfter(v2({ odd: 'x' }), { personality: 'new' }).data.odd, 'x')
})
should('At least a paragraph of creator_notes is shown.', () => {
  equal(readFields(toCard(v2({ creator_notes: 'One.\n\nTwo.' })).card).fields.creatorNotes, 'One.\n\nTwo.')
})
should('Tags are not in prompts.', () =>
  ok(!textOf({ ...readFields(toCard(v2({ tags: ['T-text'] })).card).fields }).includes('T-text')),
)
should('Tags are told apart without regard to case.', () => {
  deepEqual(readFields(toCard(v2({ tags: ['Sea', 'sea'] })).card).fields.tags, ['sea'])
})
should('Keys that a program adds to extensions have a name space.', () => {
  deepEqual(Object.keys(exportAfter(v2()).data.extensions), ['troupe'])
})

from('Book')
must('A disabled entry never matches.', () => deepEqual(loreOf([entry({ enabled: false })]), []))
must('A lower insertion_order is higher in the prompt.', () => {
  deepEqual(loreOf([entry({ insertion_order: 2, content: 'B' }), entry({ insertion_order: 1, content: 'A' })]), [
    'A',
    'B',
  ])
})
must('An entry is added once, however many keys match.', () =>
  deepEqual(loreOf([entry({ keys: ['reef', 'mind'] })]), ['Sharp.']),
)
must('An entry without content adds nothing.', () => deepEqual(loreOf([entry({ content: '' })]), []))
must('A selective entry needs a key of both lists.', () => {
  deepEqual(loreOf([entry({ selective: true, secondary_keys: ['absent'] })]), [])
  deepEqual(loreOf([entry({ selective: true, secondary_keys: ['storm'] })]), ['Sharp.'])
})
must('A constant entry is always in the prompt, within the budget.', () => {
  deepEqual(loreOf([entry({ keys: [], constant: true })]), ['Sharp.'])
  deepEqual(loreOf([entry({ keys: [], constant: true })], { token_budget: 2 }), [])
})
must('recursive_scanning: false forbids recursion.', () => {
  const entries = [entry({ content: 'A wreck.' }), entry({ keys: ['wreck'], content: 'Gold.' })]
  deepEqual(loreOf(entries, { recursive_scanning: false }), ['A wreck.'])
  deepEqual(loreOf(entries, { recursive_scanning: true }), ['A wreck.', 'Gold.'])
})
must('A regular expression that is not valid does not match.', () =>
  deepEqual(loreOf([entry({ use_regex: true, keys: ['/(/'] })]), []),
)
must('With use_regex, secondary_keys and constant do not count.', () => {
  deepEqual(loreOf([entry({ use_regex: true, keys: ['/absent/'], constant: true })]), [])
  deepEqual(loreOf([entry({ use_regex: true, keys: ['/reef/i'], selective: true, secondary_keys: ['absent'] })]), [
    'Sharp.',
  ])
})
must('With use_regex, keys are patterns such as /hello/i.', () =>
  deepEqual(loreOf([entry({ use_regex: true, keys: ['/re+f/i'] })]), ['Sharp.']),
)
should('scan_depth is how many of the newest messages are read.', () => {
  deepEqual(loreOf([entry({ keys: ['storm'] })], { scan_depth: 1 }), [])
  deepEqual(loreOf([entry({ keys: ['storm'] })], { scan_depth: 2 }), ['Sharp.'])
})
should('Above token_budget, the entries of the lowest priority are left out.', () => {
  const entries = [entry({ content: 'Low.', priority: 1 }), entry({ content: 'High', priority: 9 })]
  deepEqual(loreOf(entries, { token_budget: 5 }), ['High'])
})
should('case_sensitive is honoured.', () => deepEqual(loreOf([entry({ case_sensitive: true })]), []))

from('V3 files')
must('A PNG has the card in a tEXt chunk ccv3: Base64 of JSON in UTF-8.', () => {
  const [text] = readPngTexts(writeCardPng(emptyPng, toCard(v3({ name: '春' })).card)).filter(
    ({ keyword }) => keyword === 'ccv3',
  )
  equal(JSON.parse(Buffer.from(text?.text ?? '', 'base64').toString()).data.name, '春')
})
must('An animated PNG is read as a PNG is.', () => equal(readCard(pngOf({ ccv3: v3() })).card.data.name, 'Ilse'))
must('A JSON file is the object itself.', () => equal(readCard(bytesOf(v3())).card.data.name, 'Ilse'))
must('A CHARX is a ZIP archive with card.json at its root.', async () => {
  const archiveOf = (path: string) => packZip([{ path, bytes: bytesOf(v3()) }])
  equal((await readZip(await archiveOf('card.json'))).card.data.name, 'Ilse')
  await rejects(readZip(await archiveOf('a/card.json')), CardError)
})
must('Assets of a CHARX are at embeded://path, whose case counts.', () => {
  const { card } = toCard(v3({ assets: [{ type: 'icon', uri: 'embeded://a/B.png', name: 'main', ext: 'png' }] }))
  equal(findPicture(card, 'icon', [{ path: 'a/b.png', bytes: Uint8Array.of(1) }]), null)
  deepEqual(findPicture(card, 'icon', [{ path: 'a/B.png', bytes: Uint8Array.of(1) }]), Uint8Array.of(1))
})
must('Files of a PNG (chara-ext-asset_) are read.', () => {
  deepEqual(readCard(pngOf({ 'chara-ext-asset_:0': 7, ccv3: v3() })).files, [
    { path: '0', bytes: new TextEncoder().encode('7') },
  ])
})
should('ccv3 counts before chara.', () =>
  equal(readCard(pngOf({ chara: v2({ name: 'Old' }), ccv3: v3() })).card.data.name, 'Ilse'),
)
should('chara has a copy for older programs, whose notes say so.', () => {
  const [text] = readPngTexts(writeCardPng(emptyPng, toCard(v3()).card)).filter(({ keyword }) => keyword === 'chara')
  ok(JSON.parse(Buffer.from(text?.text ?? '', 'base64').toString()).data.creator_notes.startsWith(backfillNote))
})
should('The copy has no decorators.', () => {
  const { card } = toCard(v3({ character_book: { entries: [entry({ content: '@@depth 2\nSharp.' })] } }))
  equal((toVersion2(card).data.character_book as { entries: { content: string }[] }).entries[0]?.content, 'Sharp.')
})
should('The note of the copy is removed on import.', () => {
  equal(readCard(pngOf({ chara: v2({ creator_notes: `${backfillNote}Mine.` }) })).card.data.creator_notes, 'Mine.')
})
should('Archives are not encrypted, and their paths are ASCII where the files of the card have such.', async () => {
  const files = writeCharx(toCard(v3()).card, [{ path: 'assets/icon/images/main.png', bytes: Uint8Array.of(1) }])
  deepEqual(
    (await openZip(await packZip(files))).map(({ path }) => path),
    ['card.json', 'assets/icon/images/main.png'],
  )
})
notHeld(
  'SHOULD',
  'Assets are in assets/{type}/images and the like.',
  'Files stay at the path that they were imported with, so that they come back as they were. What is added is there.',
)

from('V3')
must('A card says chara_card_v3 and 3.0.', () => {
  const { spec, spec_version } = written(toCard(v2()).card)
  deepEqual([spec, spec_version], ['chara_card_v3', '3.0'])
})
must('group_only_greetings is a list.', () => deepEqual(written(toCard(v2()).card).data.group_only_greetings, []))
must('group_only_greetings are for chats with several characters only.', () => {
  deepEqual(greetings({ greeting: 'A', groupGreetings: ['G'] }), ['A'])
  deepEqual(greetings({ greeting: 'A', groupGreetings: ['G'] }, true), ['G', 'A'])
})
must('Without assets, a card has the icon main at ccdefault:.', () => {
  deepEqual(written(toCard(v2()).card).data.assets, [{ type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' }])
})
must('Of several icons, main is the picture of the character.', () => {
  const assets = ['other', 'main'].map((name) => ({ type: 'icon', name, uri: `embeded://${name}`, ext: 'png' }))
  const files = ['other', 'main'].map((path, index) => ({ path, bytes: Uint8Array.of(index) }))
  deepEqual(findPicture(toCard(v3({ assets })).card, 'icon', files), Uint8Array.of(1))
})
must('The background main is used as the background.', () => {
  const assets = ['other', 'main'].map((name) => ({ type: 'background', name, uri: `embeded://${name}`, ext: 'png' }))
  const files = ['other', 'main'].map((path, index) => ({ path, bytes: Uint8Array.of(index) }))
  deepEqual(findPicture(toCard(v3({ assets })).card, 'background', files), Uint8Array.of(1))
})
must('The user is told when assets cannot be kept.', async () => {
  const files = writeCharx(toCard(v3()).card, [{ path: 'a', bytes: new Uint8Array(cardMaxima.files + 1) }])
  const { notes } = await readZip(await packZip(files))
  match(notes.join(), /cannot be kept/)
})
must('creator_notes_multilingual is kept, with its languages.', () => {
  const creator_notes_multilingual = { en: 'Hello.', de: 'Hallo.' }
  deepEqual(
    exportAfter(v3({ creator_notes_multilingual }), { personality: 'new' }).data.creator_notes_multilingual,
    creator_notes_multilingual,
  )
})
must('ext is in lower case, without a dot.', () => {
  deepEqual(
    (written(toCard(v2()).card).data.assets as { ext: string }[]).map(({ ext }) => ext),
    ['png'],
  )
})
must('Dates are seconds since 1970.', () => equal(exportAfter(v3()).data.modification_date, 5))
should('The creation date is set once, the modification date on export.', () => {
  const { creation_date, modification_date } = exportAfter(v3({ creation_date: 3, modification_date: 4 })).data
  deepEqual([creation_date, modification_date], [3, 5])
})
should('A card of another spec_version is read, and the user is told of a newer one.', () => {
  const { card, notes } = toCard({ ...v3({ voice: 1 }), spec_version: '3.5' })
  equal(card.data.voice, 1)
  match(notes.join(), /newer version/)
})
should('Unknown fields are ignored and kept, at the root too.', () => {
  const card = exportAfter({ ...v3({ odd: 1 }), mood: 2 }, { personality: 'new' })
  deepEqual([card.data.odd, card.mood], [1, 2])
})
should('nickname is what {{char}}, <char> and <bot> become.', () => {
  const text = openingText({ name: 'Captain Ilse', nickname: 'Ilse', greeting: '{{char}} <char> <bot>' }, 'Sam', 'c1')
  equal(text, 'Ilse Ilse Ilse')
})
should('source is only added to.', () => {
  deepEqual(exportAfter(v3({ source: ['https://example.org/1'] })).data.source, ['https://example.org/1'])
})
should('embeded:// and ccdefault: are supported as addresses.', () => {
  const { card } = toCard(v3({ assets: [{ type: 'icon', uri: 'embeded://i', name: 'main', ext: 'png' }] }))
  ok(findPicture(card, 'icon', [{ path: 'i', bytes: Uint8Array.of(1) }]))
  equal(findPicture(toCard(v3()).card, 'icon', []), null)
})
should('A picture in a data: address is supported.', () => {
  const { card } = toCard(
    v3({ assets: [{ type: 'icon', uri: 'data:image/png;base64,AQ==', name: 'main', ext: 'png' }] }),
  )
  deepEqual(findPicture(card, 'icon', []), Uint8Array.of(1))
})
notHeld(
  'SHOULD',
  'Notes are shown in the language of the user.',
  'The product has one language. The other notes are kept.',
)
should('A lorebook file is { spec: "lorebook_v3", data }.', () => {
  const book = readLorebook(JSON.stringify({ spec: 'lorebook_v3', data: { entries: [entry()], extensions: {} } }))
  equal(JSON.parse(writeLorebook(book)).spec, 'lorebook_v3')
})

from('V3 decorators')
should('Decorators are read and are not in the prompt.', () =>
  deepEqual(loreOf([entry({ content: '@@scan_depth 2\nSharp.' })]), ['Sharp.']),
)
should('The first of several of one name counts.', () =>
  equal(readDecorators('@@depth 1\n@@depth 2\nx').values.depth, '1'),
)
should('One that is unknown is ignored.', () => deepEqual(readDecorators('@@mood 1\nx'), { values: {}, text: 'x' }))
should('A chain of fallbacks (@@@) of five or more is read.', () => {
  equal(readDecorators('@@a 1\n@@@b 1\n@@@c 1\n@@@d 1\n@@@e 1\n@@@depth 3\nx').values.depth, '3')
})
should('@@activate and @@dont_activate: activate counts first.', () => {
  deepEqual(loreOf([entry({ keys: [], content: '@@activate\nA' }), entry({ content: '@@dont_activate\nB' })]), ['A'])
  deepEqual(loreOf([entry({ content: '@@activate\n@@dont_activate\nC' })]), ['C'])
})
should('@@activate_only_after waits for so many messages of the character.', () => {
  deepEqual(loreOf([entry({ content: '@@activate_only_after 5\nA' })]), [])
})
should('@@activate_only_every.', () => {
  const at = (every: number) => loreOf([entry({ content: `@@activate_only_every ${every}\nA` })])
  notEqual(at(1).length, at(7).length)
})
should('@@is_greeting.', () => {
  const at = (greeting: number) => loreOf([entry({ content: '@@is_greeting 1\nA' })], {}, { greeting })
  deepEqual([at(0), at(1)], [[], ['A']])
})
should('@@additional_keys and @@exclude_keys.', () => {
  deepEqual(
    loreOf([entry({ content: '@@additional_keys absent\nA' }), entry({ content: '@@exclude_keys storm\nB' })]),
    [],
  )
  deepEqual(loreOf([entry({ content: '@@additional_keys storm\nA' })]), ['A'])
})
should(
  '@@depth, @@reverse_depth and @@role say where an entry comes into the chat. What its keys caused stays there.',
  () => {
    deepEqual(placeOf('@@depth 1\n@@role user\nA'), { depth: 1, role: 'user' })
    deepEqual(placeOf('@@reverse_depth 0\nA'), { depth: 2, role: 'system' })
  },
)
should('@@position.', () => {
  equal(placeOf('@@position before_desc\n@@activate\nA'), 'before')
  equal(placeOf('@@position after_desc\n@@activate\nA'), 'after')
})
should('@@ignore_on_max_context.', () => {
  const entries = [entry({ content: '@@ignore_on_max_context\nABCD' }), entry({ content: 'EFGH', insertion_order: 9 })]
  deepEqual(loreOf(entries, { token_budget: 5 }), ['EFGH'])
})
should('@@keep_activate_after_match and @@dont_activate_after_match.', () => {
  const messages = [
    { id: 'm1', role: 'user' as const, content: 'The reef.' },
    ...Array.from({ length: 6 }, (_, at) => ({ id: `n${at}`, role: 'character' as const, content: 'Nothing.' })),
  ]
  deepEqual(loreOf([entry({ content: '@@keep_activate_after_match\nA' })], { scan_depth: 2 }, { messages }), ['A'])
  const again = [...messages, { id: 'z', role: 'user' as const, content: 'The reef.' }]
  deepEqual(loreOf([entry({ content: '@@dont_activate_after_match\nA' })], { scan_depth: 2 }, { messages: again }), [])
})
const isIgnored = (name: string) => deepEqual(readDecorators(`@@${name} 1\n@@@depth 5\nx`).values, { depth: '5' })
should(
  '@@instruct_depth, @@reverse_instruct_depth and @@instruct_scan_depth are ignored in a chat; fallbacks count.',
  () => {
    for (const name of ['instruct_depth', 'reverse_instruct_depth', 'instruct_scan_depth']) isIgnored(name)
  },
)
should('@@is_user_icon is ignored where players have no icons of the card; fallbacks count.', () => {
  isIgnored('is_user_icon')
})
should(
  '@@disable_ui_prompt, which is optional, is ignored where no such prompt can be disabled; fallbacks count.',
  () => {
    isIgnored('disable_ui_prompt')
  },
)

from('V3 macros')
must('{{char}} is the nickname, else the name.', () =>
  equal(openingText({ name: 'Captain', nickname: 'Ilse', greeting: '{{char}}' }, 'Sam', 's'), 'Ilse'),
)
must('{{user}} is the display name.', () => equal(expand('{{user}}'), 'Sam'))
must('{{random:A,B}} is one of them.', () => match(expand('{{random:A,B}}'), /^[AB]$/))
must('{{pick:A,B}} is the same for the same prompt.', () => equal(expand('{{pick:A,B,C}}'), expand('{{pick:A,B,C}}')))
must('\\, is a comma inside an option.', () => equal(expand('{{random:A\\,B}}'), 'A,B'))
must('{{roll:N}} and {{roll:dN}} are from 1 to N.', () => match(expand('{{roll:6}} {{roll:d6}}'), /^[1-6] [1-6]$/))
must('{{// A}} is empty.', () => equal(expand('x{{// A}}y'), 'xy'))
must('{{hidden_key:A}} is empty in the prompt.', () => equal(expand('x{{hidden_key:A}}y'), 'xy'))
must('{{comment: A}} is empty in the prompt.', () => equal(expand('x{{comment: A}}y'), 'xy'))
must('{{reverse:A}} is A backwards.', () => equal(expand('{{reverse:abc}}'), 'cba'))
should('Names of macros have no case.', () => equal(expand('{{CHAR}} {{Reverse:ab}}'), 'Ilse ba'))

from('In the wild')
must('A chara chunk that says version 3 is read.', () =>
  equal(readCard(pngOf({ chara: v3({ nickname: 'I' }) })).card.data.nickname, 'I'),
)
must('character_book: null is no book.', () => equal(bookOfCard(toCard(v2({ character_book: null })).card), null))
must('Version 1 at the root is read.', () => equal(dataOf({ ...v1, chat: 'x' }).first_mes, 'Ahoy.'))
must('Agnai’s own JSON is read.', () =>
  equal(dataOf({ kind: 'character', name: 'Ilse', greeting: 'Ahoy.', sampleChat: 'e' }).mes_example, 'e'),
)
must('Pygmalion’s and text-generation-webui’s JSON is read.', () =>
  equal(dataOf({ char_name: 'Ilse', char_greeting: 'Ahoy.' }).first_mes, 'Ahoy.'),
)
must('character.ai’s JSON is read.', () =>
  equal(dataOf({ character: { name: 'Ilse', greeting: 'Ahoy.', definition: 'd' } }).description, 'd'),
)
must('RisuAI’s CHARX after a JPEG is read.', async () => {
  const file = Uint8Array.of(0xff, 0xd8, 1, ...(await packZip(writeCharx(toCard(v3()).card, []))))
  ok(isCharx(file))
  equal((await readZip(file)).card.data.name, 'Ilse')
})

export const cardRules: readonly Rule[] = rules
