import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/chat.ts'
import { changeLine, lineOf, newLine, prependOlder, renewPage } from './lines.ts'

const message = (id: string, content = id): Message => ({
  id,
  parentId: null,
  role: 'character',
  content,
  status: 'complete',
  createdAt: 1,
  siblings: [id],
  error: null,
})
const lines = (...ids: string[]) => ids.map((id) => lineOf(message(id)))
const ids = (list: readonly { id: string | null }[]) => list.map((line) => line.id)

describe('prependOlder', () => {
  it('puts older messages first and shows none twice', () => {
    expect(ids(prependOlder(lines('c', 'd'), [message('a'), message('b'), message('c')]))).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('renewPage', () => {
  it('keeps what was loaded before the page, and the keys of what it knows', () => {
    const mine = newLine({ key: 'mine', id: 'c', role: 'user', createdAt: 1 })
    const renewed = renewPage([...lines('a', 'b'), mine], [message('b', 'changed'), message('c'), message('d')])
    expect(ids(renewed.lines)).toEqual(['a', 'b', 'c', 'd'])
    expect(renewed.lines[1]?.content).toBe('changed')
    expect(renewed.lines[2]?.key).toBe('mine')
    expect(renewed.joined).toBe(true)
  })

  it('lets go of lines the server no longer follows', () => {
    const renewed = renewPage(lines('a', 'b', 'failed'), [message('b'), message('other')])
    expect(ids(renewed.lines)).toEqual(['a', 'b', 'other'])
  })

  it('stands alone when a gap lies between', () => {
    expect(renewPage(lines('a'), [message('x'), message('y')])).toMatchObject({ joined: false, lines: { length: 2 } })
  })

  it('does not take a line without an id for the seam', () => {
    const greeting = newLine({ key: 'greeting', role: 'character', createdAt: 1 })
    expect(ids(renewPage([greeting], []).lines)).toEqual([])
  })
})

it('changeLine changes one line and leaves the others as they are', () => {
  const before = lines('a', 'b')
  const after = changeLine(before, 'b', { status: 'interrupted' })
  expect(after[0]).toBe(before[0])
  expect(after[1]).toMatchObject({ id: 'b', status: 'interrupted' })
})
