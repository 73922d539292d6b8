import path from 'node:path'
import type { Page } from '@playwright/test'
import { dialog, press, type Screen } from '../screen.ts'

const icon = path.resolve(import.meta.dirname, '../../../public/icons/icon-512.png')
const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const tab = (name: string) => (page: Page) => page.getByRole('tabpanel', { name })

export const creator: readonly Screen[] = [
  { name: 'create-quick-start', guest: 'newcomer', at: '/create', shows: (page) => page.getByRole('tab').first() },
  ...['Basics', 'Personality', 'Storytelling', 'Image'].map(
    (name): Screen => ({
      name: `create-${name.toLowerCase()}`,
      guest: 'newcomer',
      at: '/create',
      shows: tab(name),
      after: (page) => openTab(page, name),
      whole: true,
    }),
  ),
  {
    name: 'create-template',
    guest: 'newcomer',
    at: '/create',
    shows: tab('Basics'),
    after: press(/Storyteller/),
    whole: true,
  },
  {
    name: 'create-refused',
    guest: 'newcomer',
    at: '/create',
    shows: (page) => page.getByText('Every character needs a name.').first(),
    after: press('Save Character'),
  },
  { name: 'create-preview', guest: 'newcomer', at: '/create', shows: dialog, after: press('Preview'), only: 'phone' },
  {
    name: 'create-crop',
    guest: 'newcomer',
    at: '/create',
    shows: dialog,
    async after(page) {
      await openTab(page, 'Image')
      await page.getByLabel('Picture file').setInputFiles(icon)
    },
  },
  { name: 'create-edit', guest: 'regular', at: '/create?id={own}', shows: tab('Basics'), whole: true },
  {
    name: 'create-premium',
    guest: 'premium',
    at: '/create',
    shows: tab('Personality'),
    async after(page) {
      await openTab(page, 'Basics')
      await page.getByLabel('Content rating').selectOption('explicit')
      await openTab(page, 'Personality')
    },
    whole: true,
  },
  {
    name: 'create-image-premium',
    guest: 'premium',
    at: '/create',
    shows: tab('Image'),
    after: (page) => openTab(page, 'Image'),
    whole: true,
  },
]
