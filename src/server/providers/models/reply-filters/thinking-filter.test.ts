import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ThinkingFilter } from './thinking-filter.ts'

function filter(pieces: readonly string[]): string {
  const thinking = new ThinkingFilter()
  return pieces.map((piece) => thinking.filter(piece)).join('') + thinking.end()
}

function splitAt(text: string, offsets: readonly number[]): string[] {
  const edges = [0, ...offsets.map((offset) => offset % (text.length + 1)).sort((a, b) => a - b), text.length]
  return edges.slice(1).map((edge, index) => text.slice(edges[index], edge))
}

it.each([
  ['Hello there.', 'Hello there.'],
  ['\n\n<think>They greet me.</think>\n\nHello there.', 'Hello there.'],
  ['<thinking>Hm. <b>Hm.</thinking> Hello.', 'Hello.'],
  ['<think>', ''],
  ['<think>never ends', ''],
  ['<thi', '<thi'],
  ['<thinly veiled>', '<thinly veiled>'],
  ['  Two spaces', '  Two spaces'],
  ['I <think> so</think>.', 'I <think> so</think>.'],
  ['', ''],
])('%j becomes %j, however it is split into pieces', (text, expected) => {
  fc.assert(
    fc.property(fc.array(fc.nat(100), { maxLength: 8 }), (offsets) => {
      expect(filter(splitAt(text, offsets))).toBe(expected)
    }),
  )
})
