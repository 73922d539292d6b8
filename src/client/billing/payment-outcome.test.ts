import { expect, it } from 'vitest'
import { outcomeToast, readOutcome } from './payment-outcome.ts'

const outcomeOf = (query: string) => readOutcome(new URLSearchParams(query))

it.each([
  ['succeeded', 'Waiting for confirmation'],
  ['processing', 'Waiting for confirmation'],
  ['pending', 'Waiting for confirmation'],
  ['failed', 'Payment Failed'],
  ['canceled', 'Payment Failed'],
  ['requires_payment_method', 'Payment Failed'],
])('%s, while the account is free: %s', (status, title) => {
  expect(outcomeToast(false, outcomeOf(`redirect_status=${status}`))).toMatchObject({ title })
})

it.each(['', 'redirect_status=', 'redirect_status=constructor', 'redirect_status=SUCCEEDED'])(
  'that says nothing (%j) has no text while the account is free',
  (query) => {
    expect(outcomeToast(false, outcomeOf(query))).toBeNull()
  },
)

it.each(['succeeded', 'failed', 'anything'])('%s is ignored once the account is Premium', (status) => {
  expect(outcomeToast(true, outcomeOf(`redirect_status=${status}`))).toMatchObject({
    title: 'Subscription Successful',
  })
})

it('a failure says what to do, a payment that is not confirmed yet that nothing has to be done', () => {
  expect(outcomeToast(false, 'failed')?.description).toContain('try again with another card')
  expect(outcomeToast(false, 'expected')?.description).toContain('You do not need to do anything')
})
