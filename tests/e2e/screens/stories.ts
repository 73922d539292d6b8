import type { Page } from '@playwright/test'
import { pressInHeader } from '../conversations.ts'
import { button, dialog, press, type Screen } from './screen.ts'

const openSearch = (words: string) => async (page: Page) => {
  await pressInHeader(page, 'Conversations')
  await page.getByRole('searchbox', { name: 'Search conversations and messages' }).fill(words)
}

/** Scenes with several characters, folders, and the search of messages. */
export const stories: readonly Screen[] = [
  {
    name: 'chat-scene',
    user: 'premium',
    path: '/chat/{scene}',
    waitFor: (page) => page.getByRole('group', { name: 'Who speaks next' }),
  },
  {
    name: 'chat-scene-dialog',
    user: 'premium',
    path: '/chat/{scene}',
    waitFor: button(/^Bring back:/),
    act: press(/change the scene/),
  },
  {
    name: 'chat-add-character',
    user: 'premium',
    path: '/chat/{personas}',
    waitFor: button(/^Add Kit Tamura/),
    act: async (page) => {
      await pressInHeader(page, 'Add a character')
      await page.getByRole('searchbox', { name: 'Search characters' }).fill('Kit Tamura')
    },
  },
  {
    name: 'chat-start-scene',
    user: 'premium',
    path: '/chat',
    waitFor: button(/^Chosen:/),
    act: async (page) => {
      await press('Start a scene')(page)
      await press(/^Choose:/)(page)
    },
  },
  {
    name: 'chat-move-to-folder',
    path: '/chat/{conversation}',
    waitFor: dialog,
    act: async (page) => {
      await pressInHeader(page, 'Conversations')
      await press(/^More about/)(page)
      await page.getByRole('menuitem', { name: 'Move to folder…' }).click()
    },
  },
  {
    name: 'chat-filter',
    path: '/chat/{conversation}',
    waitFor: (page) => page.getByRole('combobox', { name: 'Order' }),
    act: async (page) => {
      await pressInHeader(page, 'Conversations')
      await press('Filter and sort')(page)
    },
  },
  {
    name: 'chat-search',
    path: '/chat/{conversation}',
    waitFor: (page) => page.getByRole('region', { name: 'Messages' }).getByRole('link').first(),
    act: openSearch('never printed'),
  },
  {
    name: 'palette-messages',
    path: '/chat/{conversation}',
    waitFor: (page) => page.getByRole('group', { name: 'Messages' }).getByRole('option').first(),
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /jump to/i }).fill('never printed')
    },
  },
]
