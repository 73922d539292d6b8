import { expect, it } from 'vitest'
import { commandNames } from './command-names.ts'
import { commands } from './list.ts'

it('has a command for each name in commandNames', () => {
  expect(commands.map(({ name }) => name).sort()).toEqual([...commandNames].sort())
})
