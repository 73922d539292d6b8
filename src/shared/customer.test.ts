import { describe, expect, it } from 'vitest'
import { SubscribeRequest } from './billing.ts'
import { type CustomerEntry, customerFaults, subscribeMessages } from './customer.ts'

const good: CustomerEntry = { plan: 'premium', email: 'ada@example.com', name: 'Ada Quill' }

describe('the customer’s form', () => {
  it('may be sent when it is filled in', () => expect(customerFaults(good)).toBeNull())

  it('says the one sentence for whatever is missing, and marks each field', () => {
    const missing = { message: 'Please fill in all fields and select a plan' }
    expect(customerFaults({ plan: null, email: ' ', name: '' })).toEqual({
      ...missing,
      fields: { plan: '', email: '', name: '' },
    })
    expect(customerFaults({ ...good, plan: null })).toEqual({ ...missing, fields: { plan: '' } })
    expect(customerFaults({ ...good, name: ' ' })).toEqual({ ...missing, fields: { name: '' } })
  })

  it('says a wrong address beside it', () => {
    expect(customerFaults({ ...good, email: 'ada@example' })).toEqual({ fields: { email: subscribeMessages.email } })
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
  ])('and the server agree on %j', (email, isGood) => {
    const request = { tier: 'premium', customerEmail: email, customerName: good.name }
    expect(customerFaults({ ...good, email }) === null).toBe(isGood)
    expect(SubscribeRequest.safeParse(request).success).toBe(isGood)
  })

  it('and the server agree on how long a name may be', () => {
    for (const [length, isGood] of [
      [200, true],
      [201, false],
    ] as const) {
      const name = 'x'.repeat(length)
      expect(customerFaults({ ...good, name }) === null).toBe(isGood)
      expect(
        SubscribeRequest.safeParse({ tier: 'premium', customerEmail: good.email, customerName: name }).success,
      ).toBe(isGood)
    }
  })
})
