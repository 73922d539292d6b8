import { dialog, heading, press, type Screen } from '../screen.ts'

/** What visitors see. */
export const street: readonly Screen[] = [
  { name: 'landing', guest: 'visitor', at: '/', shows: heading(/waiting in the wings/), whole: true },
  { name: 'auth-login', guest: 'visitor', at: '/', shows: dialog, after: press('Log In') },
  { name: 'auth-sign-up', guest: 'visitor', at: '/', shows: dialog, after: press('Get Started Free') },
  {
    name: 'auth-wrong-password',
    guest: 'visitor',
    at: '/',
    shows: (page) => page.getByText('Login failed').first(),
    async after(page) {
      await press('Log In')(page)
      await dialog(page).getByLabel('Username').fill('Robin Ashdown')
      await dialog(page).getByLabel('Password', { exact: true }).fill('trapdoor')
      await dialog(page).getByRole('button', { name: 'Log In' }).click()
    },
  },
  {
    name: 'auth-recover',
    guest: 'visitor',
    at: '/',
    shows: (page) => page.getByLabel(/recovery code/i),
    async after(page) {
      await press('Log In')(page)
      await page.getByRole('button', { name: /forgot/i }).click()
    },
  },
  { name: 'subscribe-visitor', guest: 'visitor', at: '/subscribe', shows: heading('Why Upgrade?'), whole: true },
]
