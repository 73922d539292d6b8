import type { Page } from '@playwright/test'
import { heading, press, type Screen } from '../screen.ts'

export const premium: readonly Screen[] = [
  { name: 'subscribe', guest: 'regular', at: '/subscribe', shows: heading('Why Upgrade?'), whole: true },
  {
    name: 'subscribe-refused',
    guest: 'regular',
    at: '/subscribe',
    shows: (page) => page.getByText('Please fill in all fields and select a plan').first(),
    after: press('Proceed to Payment'),
    whole: true,
  },
  {
    name: 'subscribe-payment',
    guest: 'regular',
    at: '/subscribe',
    shows: heading('Payment'),
    after: proceed,
    whole: true,
  },
  {
    name: 'subscribe-declined',
    guest: 'regular',
    at: '/subscribe',
    shows: (page) => page.getByText('Payment Failed').first(),
    async after(page) {
      await proceed(page)
      await page.getByLabel('Card number').fill('4000000000000002')
      await page.getByLabel('Expiry').fill('1240')
      await page.getByLabel('CVC').fill('123')
      await press(/^Pay/)(page)
    },
  },
  { name: 'subscribe-premium', guest: 'premium', at: '/subscribe', shows: heading(/better seats/) },
  { name: 'pricing', guest: 'regular', at: '/pricing', shows: (page) => page.getByText('$9.99').first(), whole: true },
  {
    name: 'pricing-premium',
    guest: 'premium',
    at: '/pricing',
    shows: (page) => page.getByText('$9.99').first(),
    whole: true,
  },
  {
    name: 'subscription-success',
    guest: 'newcomer',
    at: '/subscription-success?redirect_status=succeeded',
    shows: heading('Finding your seat'),
    hasty: true,
  },
]

async function proceed(page: Page) {
  const choose = page.getByRole('button', { name: 'Choose Premium' })
  // Whoever was about to pay finds themselves there again.
  await choose.or(heading('Payment')(page)).first().waitFor()
  if (!(await choose.isVisible())) return
  await choose.click()
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByLabel('Full name').fill('Robin Ashdown')
  await press('Proceed to Payment')(page)
}
