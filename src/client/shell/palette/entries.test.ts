import { describe, expect, it } from 'vitest'
import { type Entry, findEntries } from './entries.ts'

const entry = (title: string, more: Partial<Entry> = {}): Entry => ({ id: title, title, detail: '', to: '/', ...more })
const scenes = ['The long night', 'Discarded letters', 'Tea at noon', 'Four', 'Five', 'Six'].map((title) =>
  entry(title),
)
const characters = [entry('Léonie Baptiste', { detail: 'Drama' }), entry('Old Tomas'), entry('夜の図書館')]
const pages = [entry('Discover', { keywords: 'gallery browse' }), entry('Home')]
const groups = [
  { label: 'Conversations', entries: scenes },
  { label: 'Characters', entries: characters },
  { label: 'Pages', entries: pages },
]
const found = (query: string) =>
  findEntries(query, groups).map(({ label, entries }) => [label, ...entries.map(({ id }) => id)])

describe('findEntries', () => {
  it('shows the first few of each group, in the order given, before anything is typed', () => {
    expect(found('  ').map(([label, ...ids]) => [label, ids.length])).toEqual([
      ['Conversations', 5],
      ['Characters', 3],
      ['Pages', 2],
    ])
    expect(found('')[0]?.[1]).toBe('The long night')
  })

  it('matches the beginnings of words, without case or accents', () => {
    expect(found('leonie')).toEqual([['Characters', 'Léonie Baptiste']])
    expect(found('BAP leo')).toEqual([['Characters', 'Léonie Baptiste']])
    expect(found('drama')).toEqual([['Characters', 'Léonie Baptiste']])
    expect(found('browse')).toEqual([['Pages', 'Discover']])
    expect(found('ptiste')).toEqual([])
  })

  it('looks into text that has no spaces', () => {
    expect(found('図書')).toEqual([['Characters', '夜の図書館']])
  })

  it('puts what begins with the query before what only contains it', () => {
    expect(found('disc')).toEqual([
      ['Conversations', 'Discarded letters'],
      ['Pages', 'Discover'],
    ])
    expect(found('to')[0]).toEqual(['Characters', 'Old Tomas'])
    expect(found('t')[0]).toEqual(['Conversations', 'The long night', 'Tea at noon'])
  })
})
