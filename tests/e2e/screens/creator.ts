import path from 'node:path'
import type { Page } from '@playwright/test'
import type { GeneratedImages } from '#shared/images.ts'
import { type Screen, see, server, statesOf, steps, user } from './screen.ts'

const icon = path.resolve(import.meta.dirname, '../../../public/icons/icon-512.png')
const openTab = (name: string) => user.click(see.role('tab', name))
const tab = (name: string) => see.role('tabpanel', name)
const setFile = (label: string, file: string) => (page: Page) => page.getByLabel(label).setInputFiles(file)

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
const showGenerated = server.answer('**/api/images/generated', generated)
const description = 'An old sailor with a lantern, oil painting'

export const creator: readonly Screen[] = [
  ...statesOf(
    { user: 'premium', path: '/create', isFullPage: true },
    {
      'create-generating': {
        waitFor: see.role('progressbar', 'Drawing the picture'),
        setUp: steps(showGenerated, server.neverAnswer('**/api/generate-image')),
        act: steps(openTab('Image'), user.fill('Describe the picture', description), user.press('Generate Image')),
        isTransient: true,
      },
      'create-expressions': {
        waitFor: see.button('Draw the other 13'),
        setUp: showGenerated,
        async act(page) {
          await steps(openTab('Image'), user.press('Portrait 2'), openTab('Advanced'))(page)
          for (const title of await page.locator('summary').all()) await title.click()
          await setFile('Background picture', icon)(page)
          await page.getByRole('img', { name: 'The background' }).waitFor()
        },
      },
      'create-premium': {
        waitFor: tab('Personality'),
        act: steps(
          openTab('Basics'),
          (page) => page.getByLabel('Content rating').selectOption('explicit'),
          openTab('Personality'),
        ),
      },
    },
  ),
  ...statesOf(
    { user: 'new-user', path: '/create' },
    {
      'create-quick-start': { waitFor: see.role('tab') },
      'create-invalid': { waitFor: see.text('Every character needs a name.'), act: user.press('Save Character') },
      'create-preview': { waitFor: see.dialog, act: user.press('Preview'), only: 'phone' },
      'create-crop': { waitFor: see.dialog, act: steps(openTab('Image'), setFile('Picture file', icon)) },
      'create-imported': {
        path: '/my-characters',
        waitFor: see.role('region', 'Imported card'),
        act: (page) => page.getByLabel('Character cards').setInputFiles([card]),
        isFullPage: true,
      },
    },
  ),
  ...['Basics', 'Personality', 'Storytelling', 'Image', 'Advanced'].map((name): Screen => {
    const state = { waitFor: tab(name), act: openTab(name), isFullPage: true }
    return { name: `create-${name.toLowerCase()}`, user: 'new-user', path: '/create', ...state }
  }),
]
