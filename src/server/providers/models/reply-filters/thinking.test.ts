import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Thinking } from './thinking.ts'

function spoken(pieces: readonly string[]): string {
  const thinking = new Thinking()
  return pieces.map((piece) => thinking.leaveOut(piece)).join('') + thinking.end()
}

function cutAt(text: string, places: readonly number[]): string[] {
  const edges = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length]
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
])('of %j says %j, wherever it is cut', (text, expected) => {
  fc.assert(
    fc.property(fc.array(fc.nat(100), { maxLength: 8 }), (places) => {
      expect(spoken(cutAt(text, places))).toBe(expected)
    }),
  )
})
