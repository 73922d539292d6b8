import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CardFile, CharacterCard } from '#engine/cards/card.ts'
import { emptyPng, writePngTexts } from '#engine/cards/png.ts'
import { isCharx, readCard, readCharx } from '#engine/cards/read-card.ts'
import { writeCardJson, writeCardPng, writeCharx } from '#engine/cards/write-card.ts'
import { packZip } from '#server/http/write-zip.ts'
import { blankFields } from '#shared/characters.ts'
import { readFields, writeFields } from './card-fields.ts'
import { openArchive } from './card-files.ts'

/** Unknown keys, which may be named like those of objects. */
const others = fc.dictionary(
  fc.oneof(fc.string(), fc.constant('__proto__'), fc.constant('constructor')),
  fc.jsonValue({ maxDepth: 3 }),
)
const known = fc.record(
  {
    // A card without a name is as one that was written here.
    name: fc.string().map((name) => `A${name}`),
    description: fc.string(),
    creator_notes: fc.string(),
    tags: fc.array(fc.string()),
    alternate_greetings: fc.array(fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 }))),
    extensions: others,
    character_book: fc.constant({
      name: 'Glade',
      entries: [{ keys: ['glade'], content: '@@depth 4\nA glade.', extensions: { position: 0 } }],
    }),
  },
  { requiredKeys: ['name', 'description'] },
)
const newer = fc.record({ nickname: fc.string(), group_only_greetings: fc.array(fc.string()), assets: fc.jsonValue() })
const cards = fc.oneof(
  fc.tuple(others, known).map(([more, fields]) => ({ ...more, ...fields })),
  fc.tuple(others, others, known).map(([root, more, fields]) => ({
    ...root,
    spec: 'chara_card_v2',
    data: { ...more, ...fields },
  })),
  fc.tuple(others, others, known, newer).map(([root, more, fields, third]) => ({
    ...root,
    spec: 'chara_card_v3',
    data: { ...more, ...fields, ...third },
  })),
)
const parts = fc.uniqueArray(
  fc.record({ path: fc.stringMatching(/^[a-z]{1,8}(\/[a-z日é.]{1,70}x)?$/), bytes: fc.uint8Array({ maxLength: 40 }) }),
  { selector: ({ path }) => path, maxLength: 4 },
)

const bytesOf = (text: string) => new TextEncoder().encode(text)
/** The chunk of an animated PNG that says how many frames there are, after the header. Nothing checks its checksum. */
const frames = [...[0, 0, 0, 8], ...bytesOf('acTL'), ...[0, 0, 0, 1, 0, 0, 0, 0], ...[0, 0, 0, 0]]
const animatedPng = Uint8Array.from([...emptyPng.subarray(0, 33), ...frames, ...emptyPng.subarray(33)])

const pngOf = (png: Uint8Array) => ({
  first: (text: string) => writePngTexts(png, [{ keyword: 'chara', text: Buffer.from(text).toString('base64') }]),
  second: (card: CharacterCard, files: readonly CardFile[]) => writeCardPng(png, card, files),
})
const containers = {
  json: { first: bytesOf, second: (card: CharacterCard) => bytesOf(writeCardJson(card)) },
  png: pngOf(emptyPng),
  apng: pngOf(animatedPng),
  charx: {
    first: (text: string, files: readonly CardFile[]) =>
      packZip([{ path: 'card.json', bytes: bytesOf(text) }, ...files]),
    second: (card: CharacterCard, files: readonly CardFile[]) => packZip(writeCharx(card, files)),
  },
}
const kinds = fc.constantFrom(...(Object.keys(containers) as (keyof typeof containers)[]))

const changes = {
  personality: { personality: 'patient' },
  scenario: { scenario: 'At sea.' },
  first_mes: { greeting: 'Ahoy.' },
  system_prompt: { systemPrompt: 'Be brief.' },
} as const
const changed = fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[]))
const saved = { id: 'c1', chatCount: 0, rating: null, createdBy: 'ada', isMine: true }

test('a card of any version keeps everything but the field that its author changes, through each kind of file', async () => {
  await fc.assert(
    fc.asyncProperty(cards, kinds, parts, changed, async (value, kind, files, key) => {
      const { first, second } = containers[kind]
      const read = async (file: Uint8Array) => (isCharx(file) ? readCharx(await openArchive(file)) : readCard(file))
      const { card, files: imported } = await read(await first(JSON.stringify(value), files))
      const fields = { ...blankFields, ...readFields(card).fields, ...changes[key] }
      const written = writeFields(card, { ...fields, ...saved, createdAt: 1_000, updatedAt: 5_000 })
      const { card: again, files: exported } = await read(await second(written, kind === 'charx' ? imported : files))
      expect(again.data[key]).toBe(Object.values(changes[key])[0])
      if (kind !== 'json') expect(exported.map(({ bytes }) => bytes)).toEqual(files.map(({ bytes }) => bytes))
      if (kind === 'charx') expect(exported).toEqual(files)
      const strip = ({ data, ...root }: CharacterCard) => {
        const { assets, creation_date, modification_date, ...rest } = data
        const { troupe, ...extensions } = rest.extensions
        return JSON.stringify({ ...root, data: { ...rest, extensions, [key]: '' } })
      }
      expect(strip(again)).toBe(strip(card))
    }),
    { numRuns: 60 },
  )
})
