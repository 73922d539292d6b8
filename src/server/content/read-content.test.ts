import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseContent, readContent } from './read-content.ts'

const Card = z.object({ data: z.object({ name: z.string() }) })

it('returns content that matches its schema', () => {
  expect(parseContent('a.json', '{"data": {"name": "Ilse"}}', Card)).toEqual({ data: { name: 'Ilse' } })
})

it('names the file and the field of invalid content', () => {
  expect(() => parseContent('a.json', '{"data": {}}', Card)).toThrow(/content\/a\.json[\s\S]*data\.name/)
})

it('names a file that is not JSON, and one that is missing', () => {
  expect(() => parseContent('a.json', '{', Card)).toThrow('content/a.json is not JSON')
  expect(() => readContent('missing.json', Card)).toThrow(/content.missing\.json/)
})
