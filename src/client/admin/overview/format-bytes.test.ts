import { expect, it } from 'vitest'
import { formatBytes } from '../../lib/format-bytes.ts'

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 KB'],
  [1_572_864, '1.5 MB'],
  [1024 ** 3 - 1, '1 GB'],
  [250 * 1024 ** 3, '250 GB'],
  [5_000 * 1024 ** 4, '5000 TB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
