import { describe, expect, it } from 'vitest'
import { commands } from './list.ts'
import { findCommand, matchCommands, matchValues, parseCommand, unescapeMessage } from './parse-command.ts'

describe('parseCommand', () => {
  it.each([
    ['/', { name: '', args: '', isOpen: true }],
    ['/no', { name: 'no', args: '', isOpen: true }],
    ['/Note', { name: 'note', args: '', isOpen: true }],
    ['/note ', { name: 'note', args: '', isOpen: false }],
    ['/note \u200b', { name: 'note', args: '', isOpen: false }],
    ['/note  It rains.\nAll night. ', { name: 'note', args: 'It rains.\nAll night.', isOpen: false }],
  ])('%j is a command', (text, typed) => expect(parseCommand(text)).toEqual(typed))

  it.each(['', 'Hello', ' /note', '//note', 'and/or'])('%j is a message', (text) =>
    expect(parseCommand(text)).toBeNull(),
  )

  it('removes the extra slash of a message that begins like a command', () => {
    expect([unescapeMessage('//note'), unescapeMessage('Hello')]).toEqual(['/note', 'Hello'])
  })
})

describe('the list of commands', () => {
  it('has each name once, in lower case', () => {
    const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases])
    expect(names).toEqual([...new Set(names)])
    for (const name of names) expect(name).toMatch(/^[a-z-]+$/)
  })

  it('finds a command by its name and its aliases, and lists those that begin with what was typed', () => {
    expect(findCommand(commands, 'note')?.name).toBe('note')
    expect(findCommand(commands, 'swipe')?.name).toBe('regenerate')
    expect(findCommand(commands, 'not')).toBeUndefined()
    expect(matchCommands(commands, 're').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['regenerate', 'rename']),
    )
    expect(matchCommands(commands, '')).toHaveLength(commands.length)
    expect(matchCommands(commands, 'nothing-like-this')).toEqual([])
  })
})

it('lists the values that have what was typed, and none when one was typed whole', () => {
  const values = ['Ines Calder', 'Bo', 'Zoë Calder']
  expect(matchValues(values, '')).toEqual(values)
  expect(matchValues(values, 'zoe')).toEqual(['Zoë Calder'])
  expect(matchValues(values, 'CALDER')).toEqual(['Ines Calder', 'Zoë Calder'])
  expect(matchValues(values, 'bo')).toEqual([])
  expect(matchValues(values, 'nobody')).toEqual([])
})
