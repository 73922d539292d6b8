import { expect, it } from 'vitest'
import { commandNames } from './command-names.ts'
import { commands } from './list.ts'

const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

it('has a command for each name in commandNames', () => {
  expect(commands.map(({ name }) => name).sort()).toEqual([...commandNames].sort())
})

it('has a command for each entry of a menu of the chat, because each is a ChatMenuItem', () => {
  const withOwnEntries = Object.entries(sources)
    .filter(([, source]) => source.includes('DropdownMenuItem'))
    .map(([file]) => file)
  // The page of personas is not about a conversation.
  expect(withOwnEntries.sort()).toEqual(['../chat-menu-item.tsx', '../personas/personas-page.tsx'])
})
