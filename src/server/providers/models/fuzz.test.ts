import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asDirection } from '#engine/prompt/instructions.ts'
import { ReplyShaper } from '#engine/reply/reply-shaper.ts'
import { speakerNames } from '#engine/reply/speaker-label.ts'
import { chunks, sse } from '#tests/support/recorded-replies/recorded-reply.ts'
import { createReplyReader } from './http/reply-reader.ts'
import { openAiCompatible } from './openai-compatible.ts'
import { ReplyFilter } from './reply-filters/reply-filter.ts'

const secret = 'Zqx'
const stop = '\nSam:'
const { say, chunk, end } = chunks()

/** Thinking as servers send it, all of it with the word that no reply may show. */
const thinking = fc.constantFrom(
  '',
  `<think>\n${secret} is it.\n</think>\n\n`,
  `${secret} is it.\n</think>\n\n`,
  `<thinking>${secret}</thinking>`,
  `[THINK]${secret} [it]?[/THINK]`,
  `${secret}[/THINK]`,
  `<thought>${secret} < ${secret}</thought>`,
  `<|channel|>analysis<|message|>${secret}<|end|><|start|>assistant<|channel|>final<|message|>`,
  `<|start|>assistant<|channel|>analysis<|message|>${secret}<|end|><|start|>assistant<|channel|>commentary<|message|>${secret}<|end|><|start|>assistant<|channel|>final<|message|>`,
  `analysisThe ${secret}.assistantfinal`,
  '<|im_start|>assistant\n',
)
const speech = fc.constantFrom('*She nods.*', '"Tea?"', 'a < b', '[sic]', 'café ☕', '\nSamuel', '<3', '\n\n', ' and ')
const ending = fc.constantFrom(
  '',
  `${stop} ${secret}`,
  `<|im_end|>\n<|im_start|>user\n${secret}`,
  `<|eot_id|>${secret}`,
  `<|return|>`,
  '</s>',
  `<end_of_turn>${secret}`,
  `[INST] ${secret}`,
  `<think>${secret}`,
)
const echo = fc.constantFrom('', `\n${asDirection(`Move it on, ${secret}.`)}\n`)
const fields = fc.constantFrom({}, { reasoning_content: secret }, { reasoning: secret })

it('shows no thinking, no instruction and no stop text in 1,000 streams', () => {
  const stream = fc.tuple(fields, thinking, fc.array(speech, { minLength: 1, maxLength: 12 }), echo, ending)
  fc.assert(
    fc.property(
      stream,
      fc.array(fc.nat(5_000), { maxLength: 20 }),
      ([field, before, words, middle, after], offsets) => {
        const spoken = `Well, ${words.join('')}.`
        const body = Buffer.from(sse(chunk(field), ...say(before + spoken + middle + after), ...end()))
        const text = read(body, offsets)
        expect(text).not.toContain(secret)
        expect(text).not.toContain(stop)
        expect(text).not.toContain('[Writing direction')
        expect(text).not.toMatch(
          /<\|?\/?(?:think|thought|im_|start|end|channel|message|eot|return)|\/s>|\[\/?(?:THINK|INST)/,
        )
        if (!spoken.includes(stop)) expect(text.trim().startsWith(spoken.trim().slice(0, 12).trim())).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

/** What the player sees of a body: through the filters of the provider and of the engine. */
function read(body: Buffer, offsets: readonly number[]): string {
  const names = speakerNames({ name: 'Ada Quill' }, 'Sam')
  let text = ''
  let shaper = new ReplyShaper(names)
  const onText = (piece: string) => {
    text += shaper.add(piece)
  }
  const onReplace = (all: string) => {
    shaper = new ReplyShaper(names)
    text = shaper.add(all)
  }
  const filter = new ReplyFilter({ maxTokens: 600, stop: [stop] }, { onText, onReplace })
  const reader = createReplyReader(openAiCompatible.createParser(filter))
  const edges = [0, ...offsets.map((offset) => offset % body.length).sort((a, b) => a - b), body.length]
  for (const [index, edge] of edges.slice(1).entries()) reader.feed(body.subarray(edges[index], edge))
  reader.end()
  filter.end()
  return text + shaper.end()
}
