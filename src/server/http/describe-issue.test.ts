import { expect, it } from 'vitest'
import { z } from 'zod'
import { describeIssue } from './describe-issue.ts'

const Body = z.object({
  message: z.string().min(1).max(8_000),
  count: z.number().int().max(5),
  rating: z.enum(['general', 'mature']),
  accepted: z.literal(true),
  scene: z.object({ names: z.array(z.string()).max(2) }),
  id: z.uuid(),
  title: z.string('Please enter a title'),
})
const valid = {
  ...{ message: 'Hello', count: 1, rating: 'general', accepted: true, scene: { names: [] }, title: '' },
  id: '0193b3c5-7b1e-7c3d-8f00-000000000000',
}

it.each([
  [{ message: undefined }, '“message” is missing.'],
  [{ message: null }, '“message” must be a text.'],
  [{ message: '' }, '“message” must not be empty.'],
  [{ message: 'x'.repeat(8_001) }, '“message” must have at most 8000 characters.'],
  [{ count: '1' }, '“count” must be a number.'],
  [{ count: 1.5 }, '“count” must be a whole number.'],
  [{ count: 6 }, '“count” must be at most 5.'],
  [{ rating: 'all' }, '“rating” must be one of: general, mature.'],
  [{ accepted: false }, '“accepted” must be true.'],
  [{ scene: { names: ['Ada', 'Bo', 'Cy'] } }, '“scene.names” must have at most 2 entries.'],
  [{ scene: { names: [7] } }, '“scene.names.0” must be a text.'],
  [{ id: '1' }, '“id” is not valid.'],
  [{ title: 7 }, 'Please enter a title'],
])('says what is wrong with %j', (wrong, message) => {
  const { error } = Body.safeParse({ ...valid, ...wrong }, { error: describeIssue })
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})

it('says that a body is missing', () => {
  expect(Body.safeParse(null, { error: describeIssue }).error?.issues[0]?.message).toBe(
    'The body of the request is missing.',
  )
})
