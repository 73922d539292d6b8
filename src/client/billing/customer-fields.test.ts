import { expect, it } from 'vitest'
import { subscribeMessages } from '#shared/customer.ts'
import { CustomerFields } from './customer-fields.ts'

const valid = { plan: 'premium', email: 'ada@example.com', name: 'Ada Quill' }

/** The first message of each invalid field. */
function errorsOf(form: unknown): Record<string, string> {
  const issues = CustomerFields.safeParse(form).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}

it('accepts valid fields', () => expect(errorsOf(valid)).toEqual({}))

it('has one message for missing fields and a missing plan (spec 5.subscribe.1)', () => {
  const missing = 'Please fill in all fields and select a plan'
  expect(errorsOf({ email: ' ', name: '' })).toEqual({ plan: missing, email: missing, name: missing })
  expect(errorsOf({ ...valid, plan: undefined })).toEqual({ plan: missing })
  expect(errorsOf({ ...valid, name: ' ' })).toEqual({ name: missing })
})

it.each([
  ['ada@example.com', true],
  [' ada@example.com ', true],
  ['ada.quill+stage@mail.example.co.uk', true],
  ['ada@example', false],
  ['ada', false],
  ['@example.com', false],
  ['ada quill@example.com', false],
  ['ada@example..com', false],
  ['ada@-example.com', false],
  [`${'a'.repeat(250)}@example.com`, false],
])('checks the email address %j', (email, isValid) => {
  expect(errorsOf({ ...valid, email })).toEqual(isValid ? {} : { email: subscribeMessages.email })
})

it('limits the name to 200 characters', () => {
  expect(errorsOf({ ...valid, name: 'x'.repeat(200) })).toEqual({})
  expect(errorsOf({ ...valid, name: 'x'.repeat(201) })).toEqual({ name: subscribeMessages.name })
})
