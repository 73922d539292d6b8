import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ThinkingFilter } from './thinking-filter.ts'

/** The text as its readers end up with: a reset removes what was passed on before. */
function filter(pieces: readonly string[]): { text: string; hasThought: boolean } {
  let text = ''
  const thinking = new ThinkingFilter(() => {
    text = ''
  })
  for (const piece of pieces) {
    const passed = thinking.filter(piece)
    text += passed
  }
  if (!thinking.hasStopped) text += thinking.end()
  return { text, hasThought: thinking.hasThought }
}

function splitAt(text: string, offsets: readonly number[]): string[] {
  const edges = [0, ...offsets.map((offset) => offset % (text.length + 1)).sort((a, b) => a - b), text.length]
  return edges.slice(1).map((edge, index) => text.slice(edges[index], edge))
}

const harmony = '<|channel|>analysis<|message|>They greet me.<|end|><|start|>assistant<|channel|>final<|message|>'

it.each([
  ['Hello there.', 'Hello there.', false],
  ['\n\n<think>They greet me.</think>\n\nHello there.', 'Hello there.', true],
  ['<thinking>Hm. <b>Hm.</thinking> Hello.', 'Hello.', true],
  ['<think>\n\n</think>\n\nHello.', 'Hello.', false],
  ['They greet me.\n</think>\n\nHello there.', 'Hello there.', true],
  ['</think>Hello there.', 'Hello there.', false],
  ['<think>Hm.</think>Hello.</think> There.', 'Hello.There.', true],
  ['[THINK]They greet me.[/THINK]Hello.', 'Hello.', true],
  ['They greet me.[/THINK]Hello.', 'Hello.', true],
  [`${harmony}Hello.<|return|>`, 'Hello.', true],
  [`<|start|>assistant${harmony}Hello.`, 'Hello.', true],
  ['<|channel|>analysis<|message|>never ends', '', true],
  ['<|channel|>final<|message|>Hello.', 'Hello.', false],
  ['analysisThe user greets me.assistantfinalHello.', 'Hello.', true],
  ['analysis paralysis', 'analysis paralysis', false],
  ['<|channel>thought\nHm.<channel|>Hello.', 'Hello.', true],
  ['<|im_start|>assistant\nHello.<|im_end|>\n<|im_start|>user\nBye.', 'Hello.', false],
  ['Hello.<|eot_id|>', 'Hello.', false],
  ['Hello.</s>', 'Hello.', false],
  ['Hello. <think>Hm.</think> There.', 'Hello. There.', true],
  ['<think>', '', false],
  ['<think>never ends', '', true],
  ['<thi', '<thi', false],
  ['<thinly veiled>', '<thinly veiled>', false],
  ['[sighs] <3 [INS', '[sighs] <3 [INS', false],
  ['  Two spaces', '  Two spaces', false],
  ['ana', 'ana', false],
  ['', '', false],
])('%j becomes %j, however it is split into pieces', (text, expected, hasThought) => {
  fc.assert(
    fc.property(fc.array(fc.nat(200), { maxLength: 8 }), (offsets) => {
      expect(filter(splitAt(text, offsets))).toEqual({ text: expected, hasThought })
    }),
  )
})

it('ends within the time-out for a text of nothing but beginnings of marks', () => {
  const length = 200_000
  expect(filter(Array.from({ length }, () => '<|im_')).hasThought).toBe(false)
  expect(filter(['<think'.repeat(length)]).hasThought).toBe(false)
})
