import path from 'node:path'
import type { Page } from '@playwright/test'
import type { GeneratedImages } from '#shared/images.ts'
import { button, dialog, neverAnswer, press, type Screen, text } from './screen.ts'

const icon = path.resolve(import.meta.dirname, '../../../public/icons/icon-512.png')
const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const tab = (name: string) => (page: Page) => page.getByRole('tabpanel', { name })

const portraits = [
  'an old sailor',
  'a librarian with glasses',
  'a girl with freckles',
  'a bald monk',
  'a singer, smiling',
]
const card = {
  name: 'ilse.json',
  mimeType: 'application/json',
  buffer: Buffer.from('{"name":"Ilse Marrow","description":"Draws charts.","alternate_greetings":["Ahoy."]}'),
}
const generated: GeneratedImages = {
  generator: { builtIn: false, label: 'Stable Diffusion' },
  pictures: portraits.map((prompt, index) => ({
    url: `/portraits/${prompt.replaceAll(/[ ,]+/g, '-')}.svg`,
    prompt,
    createdAt: index,
  })),
}
const showGenerated = (page: Page) =>
  page.route('**/api/images/generated', (route) => route.fulfill({ json: generated }))

export const creator: readonly Screen[] = [
  {
    name: 'create-generating',
    user: 'premium',
    path: '/create',
    waitFor: (page) => page.getByRole('progressbar', { name: 'Drawing the picture' }),
    async setUp(page) {
      await showGenerated(page)
      await neverAnswer('**/api/generate-image')(page)
    },
    async act(page) {
      await openTab(page, 'Image')
      await page.getByLabel('Describe the picture').fill('An old sailor with a lantern, oil painting')
      await press('Generate Image')(page)
    },
    isTransient: true,
    isFullPage: true,
  },
  { name: 'create-quick-start', user: 'new-user', path: '/create', waitFor: (page) => page.getByRole('tab').first() },
  ...['Basics', 'Personality', 'Storytelling', 'Image', 'Advanced'].map(
    (name): Screen => ({
      name: `create-${name.toLowerCase()}`,
      user: 'new-user',
      path: '/create',
      waitFor: tab(name),
      act: (page) => openTab(page, name),
      isFullPage: true,
    }),
  ),
  {
    name: 'create-expressions',
    user: 'premium',
    path: '/create',
    waitFor: button('Draw the other 13'),
    setUp: showGenerated,
    async act(page) {
      await openTab(page, 'Image')
      await page.getByRole('button', { name: 'Portrait 2' }).click()
      await openTab(page, 'Advanced')
      for (const title of await page.locator('summary').all()) await title.click()
      await page.getByLabel('Background picture').setInputFiles(icon)
      await page.getByRole('img', { name: 'The background' }).waitFor()
    },
    isFullPage: true,
  },
  {
    name: 'create-invalid',
    user: 'new-user',
    path: '/create',
    waitFor: text('Every character needs a name.'),
    act: press('Save Character'),
  },
  { name: 'create-preview', user: 'new-user', path: '/create', waitFor: dialog, act: press('Preview'), only: 'phone' },
  {
    name: 'create-crop',
    user: 'new-user',
    path: '/create',
    waitFor: dialog,
    async act(page) {
      await openTab(page, 'Image')
      await page.getByLabel('Picture file').setInputFiles(icon)
    },
  },
  {
    name: 'create-imported',
    user: 'new-user',
    path: '/my-characters',
    waitFor: (page) => page.getByRole('region', { name: 'Imported card' }),
    act: (page) => page.getByLabel('Character cards').setInputFiles([card]),
    isFullPage: true,
  },
  {
    name: 'create-premium',
    user: 'premium',
    path: '/create',
    waitFor: tab('Personality'),
    async act(page) {
      await openTab(page, 'Basics')
      await page.getByLabel('Content rating').selectOption('explicit')
      await openTab(page, 'Personality')
    },
    isFullPage: true,
  },
]
