import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backfillNote } from './backfill.ts'
import { CardError, type CharacterCard, cardMaxima, toCard } from './card.ts'
import { listUnused } from './describe-card.ts'
import { emptyPng, readPngTexts, writePngTexts } from './png.ts'
import { readCard, readCardJson } from './read-card.ts'
import { writeCardJson, writeCardPng } from './write-card.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const pngOf = (texts: Record<string, unknown>) =>
  writePngTexts(
    emptyPng,
    Object.entries(texts).map(([keyword, value]) => ({ keyword, text: base64(value) })),
  )

/** Cards as other programs write them. */
const silly = {
  name: 'Seraphina',
  description: 'A guardian of the glade. 春 🎭',
  first_mes: '*She smiles at {{user}}.* "You are safe."',
  creatorcomment: 'v2',
  avatar: 'none',
  chat: 'Seraphina - 2026-1-1',
  talkativeness: '0.5',
  fav: false,
  create_date: '2026-1-1',
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    name: 'Seraphina',
    description: 'A guardian of the glade. 春 🎭',
    personality: 'caring',
    scenario: '',
    first_mes: '*She smiles at {{user}}.* "You are safe."',
    mes_example: '<START>\n{{user}}: Hi.\n{{char}}: Hello.',
    creator_notes: 'For quiet evenings.',
    system_prompt: '',
    post_history_instructions: '',
    tags: ['fantasy'],
    creator: 'OtisAlejandro',
    character_version: '1.0',
    alternate_greetings: ['"Awake at last."'],
    extensions: { talkativeness: '0.5', depth_prompt: { prompt: '', depth: 4 }, 'chub/expressions': null },
    character_book: {
      name: 'Glade',
      entries: [{ keys: ['glade'], content: '@@depth 4\nA glade.', extensions: { position: 0 } }],
    },
  },
}
const third = {
  spec: 'chara_card_v3',
  spec_version: '3.0',
  data: {
    ...silly.data,
    nickname: 'Sera',
    group_only_greetings: [],
    source: ['https://example.com/1'],
    creation_date: 1_700_000_000,
  },
}

describe('a card of another program', () => {
  it.each([
    ['SillyTavern, version 2', silly],
    ['SillyTavern, version 3', { ...silly, ...third }],
  ])('%s: keeps what is unknown where it was', (_, file) => {
    const { card, notes } = readCard(bytesOf(JSON.stringify(file)))
    expect(notes).toEqual([])
    expect(card).toMatchObject({ spec: 'chara_card_v3', spec_version: '3.0', data: file.data })
    expect(card).toMatchObject({ talkativeness: '0.5', fav: false, creatorcomment: 'v2' })
    expect(card).not.toHaveProperty('first_mes')
  })

  it('version 1 at the root, as Agnai writes it for Tavern', () => {
    const { card } = readCardJson(
      '{"name":"Ilse","description":"d","mes_example":null,"metadata":{"tool":{"name":"agnai"}}}',
    )
    expect(card.data).toMatchObject({ name: 'Ilse', description: 'd', mes_example: '', first_mes: '', extensions: {} })
    expect(card.metadata).toEqual({ tool: { name: 'agnai' } })
  })

  it('Agnai’s own JSON', () => {
    const persona = { kind: 'attributes', attributes: { mood: ['calm', 'dry'], likes: ['maps'] } }
    const { data } = toCard({ kind: 'character', name: 'Ilse', persona, greeting: 'Ahoy.', sampleChat: 'x' }).card
    expect(data).toMatchObject({ description: 'mood: calm, dry\nlikes: maps', first_mes: 'Ahoy.', mes_example: 'x' })
  })

  it('Pygmalion and text-generation-webui', () => {
    const { data } = toCard({ char_name: 'Ilse', char_persona: 'd', world_scenario: 's', char_greeting: 'Ahoy.' }).card
    expect(data).toMatchObject({ name: 'Ilse', description: 'd', scenario: 's', first_mes: 'Ahoy.' })
  })

  it('Chub’s, without a lorebook: character_book is null', () => {
    expect(toCard({ ...silly, data: { ...silly.data, character_book: null } }).card.data).not.toHaveProperty(
      'character_book',
    )
  })

  it('of a newer version', () => {
    const { card, notes } = toCard({ ...third, spec_version: '3.10', data: { ...third.data, voice: 7 } })
    expect(card.data.voice).toBe(7)
    expect(notes).toHaveLength(1)
  })
})

describe('a PNG', () => {
  it('with ccv3 and chara: ccv3 counts', () => {
    const png = pngOf({ Comment: 'x', chara: silly, ccv3: { ...third, data: { ...third.data, name: 'Third' } } })
    expect(readCard(png).card.data.name).toBe('Third')
  })

  it('whose chara says version 3', () => {
    expect(readCard(pngOf({ chara: third })).card.data.nickname).toBe('Sera')
  })

  it('whose newer card is damaged: the older one counts', () => {
    const png = writePngTexts(pngOf({ chara: silly }), [{ keyword: 'ccv3', text: '@@@' }])
    expect(readCard(png).card.data.name).toBe('Seraphina')
  })

  it('that is cut off after the card', () => {
    const png = pngOf({ chara: silly })
    expect(readCard(png.subarray(0, png.length - 5)).card.data.name).toBe('Seraphina')
  })

  it('with files of RisuAI says that they cannot be kept', () => {
    expect(readCard(pngOf({ 'chara-ext-asset_:0': 'x', ccv3: third })).notes).toEqual([
      '1 more file in the picture cannot be kept.',
    ])
  })

  it('without a card, and other files, are refused with a sentence', () => {
    for (const file of [
      emptyPng,
      bytesOf('PK'),
      Uint8Array.of(0xff, 0xd8),
      bytesOf(''),
      bytesOf('[]'),
      bytesOf('{"name":"x"}'),
    ]) {
      expect(() => readCard(file)).toThrow(CardError)
    }
    expect(() => readCardJson('{"entries":{}}')).toThrow('lorebook')
    expect(() => readCardJson('[')).toThrow(CardError)
  })

  it('is written for programs of both versions', () => {
    const { card } = toCard(silly)
    const png = writeCardPng(pngOf({ chara: 'old', Comment: 'x' }), card)
    const texts = new Map(readPngTexts(png).map(({ keyword, text }) => [keyword, text]))
    expect([...texts.keys()]).toEqual(['Comment', 'chara', 'ccv3'])
    const copy = JSON.parse(Buffer.from(texts.get('chara') ?? '', 'base64').toString())
    expect(copy).toMatchObject({ spec: 'chara_card_v2', data: { creator_notes: `${backfillNote}For quiet evenings.` } })
    expect(copy.data).not.toHaveProperty('assets')
    expect(copy.data.character_book.entries[0].content).toBe('A glade.')
    expect(readCard(pngOf({ chara: copy })).card.data.creator_notes).toBe('For quiet evenings.')
    const whole = JSON.parse(Buffer.from(texts.get('ccv3') ?? '', 'base64').toString())
    expect(whole).toEqual(JSON.parse(writeCardJson(card)))
    expect(whole.data.character_book).toEqual(silly.data.character_book)
  })
})

it('names what is kept and not used', () => {
  expect(listUnused(toCard(silly).card)).toEqual(['1 lorebook entry'])
})

/** Unknown keys, which may be named like those of objects. */
const others = fc.dictionary(
  fc.oneof(fc.string(), fc.constant('__proto__'), fc.constant('constructor')),
  fc.jsonValue({ maxDepth: 3 }),
)
const known = fc.record(
  {
    name: fc.string(),
    description: fc.string(),
    tags: fc.array(fc.string()),
    character_book: fc.constant(silly.data.character_book),
  },
  { requiredKeys: ['name', 'description'] },
)
const file = fc.oneof(
  fc.tuple(others, known).map(([more, fields]) => ({ ...more, ...fields })),
  fc
    .tuple(others, others, known)
    .map(([root, more, fields]) => ({ ...root, spec: 'chara_card_v2', data: { ...more, ...fields } })),
)

it('keeps everything but the field that was changed, through both kinds of file', () => {
  fc.assert(
    fc.property(file, fc.boolean(), (value, asPng) => {
      const text = JSON.stringify(value)
      const { card } = readCard(asPng ? pngOf({ chara: JSON.parse(text) }) : bytesOf(text))
      const changed: CharacterCard = { ...card, data: { ...card.data, personality: 'patient' } }
      const again = readCard(asPng ? writeCardPng(emptyPng, changed) : bytesOf(writeCardJson(changed))).card
      expect(again.data.personality).toBe('patient')
      const strip = ({ data: { assets: _, personality: __, ...data }, ...root }: CharacterCard) => ({ ...root, data })
      expect(JSON.stringify(strip(again))).toBe(JSON.stringify(strip(card)))
    }),
    { numRuns: 500 },
  )
})

it('refuses what is hostile with a sentence, soon', () => {
  const deep = (depth: number) => `{"name":"x","description":"d","deep":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const whole = writeCardPng(emptyPng, toCard(third).card)
  const broken = fc.tuple(fc.nat(whole.length - 1), fc.uint8Array({ maxLength: 12 })).map(([at, bytes]) => {
    const copy = Uint8Array.from(whole)
    copy.set(bytes.subarray(0, copy.length - at), at)
    return copy
  })
  const cut = fc.nat(whole.length).map((at) => whole.subarray(0, at))
  const wild = fc.jsonValue().map((value) => bytesOf(JSON.stringify(value)))
  const odd = fc.record({
    name: fc.jsonValue(),
    description: fc.string(),
    data: fc.jsonValue(),
    extensions: fc.jsonValue(),
    persona: fc.jsonValue(),
  })
  const inputs = fc.oneof(
    broken,
    cut,
    wild,
    fc.uint8Array(),
    odd.map((value) => bytesOf(JSON.stringify(value))),
  )
  fc.assert(
    fc.property(inputs, (bytes) => {
      try {
        const { card } = readCard(bytes)
        listUnused(card)
        writeCardPng(emptyPng, card)
      } catch (error) {
        expect(error).toBeInstanceOf(CardError)
      }
    }),
    { numRuns: 2_000 },
  )
  const large = [
    bytesOf(deep(20_000)),
    bytesOf(`{"name":"x","description":"${'x'.repeat(cardMaxima.text)}"}`),
    bytesOf(`{"name":"x","description":"d","list":[${'{},'.repeat(100_000)}{}]}`),
    writePngTexts(emptyPng, [{ keyword: 'chara', text: 'A'.repeat(8_000_000) }]),
    writePngTexts(
      emptyPng,
      Array.from({ length: 10_000 }, () => ({ keyword: 'ccv3', text: 'A'.repeat(480) })),
    ),
    pngOf(
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [index === 0 ? 'ccv3' : `chara${index}`, ''])),
    ),
  ]
  for (const bytes of large) expect(() => readCard(bytes)).toThrow(CardError)
})
