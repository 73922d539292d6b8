import { expect, it } from 'vitest'
import { type Entry, findEntries } from './entries.ts'

const entry = (title: string, more: Partial<Entry> = {}): Entry => ({ id: title, title, detail: '', to: '/', ...more })
const conversations = ['The long night', 'Discarded letters', 'Tea at noon', 'Four', 'Five', 'Six'].map((title) =>
  entry(title),
)
const characters = [entry('Léonie Baptiste', { detail: 'Drama' }), entry('Old Tomas'), entry('夜の図書館')]
const pages = [entry('Discover', { keywords: 'gallery browse' }), entry('Home')]
const groups = [
  { label: 'Conversations', entries: conversations },
  { label: 'Characters', entries: characters },
  { label: 'Pages', entries: pages },
]
const find = (query: string) =>
  findEntries(query, groups).map(({ label, entries }) => [label, ...entries.map(({ id }) => id)])

it('lists the first entries of each group in the given order without a query', () => {
  expect(find('  ').map(([label, ...ids]) => [label, ids.length])).toEqual([
    ['Conversations', 5],
    ['Characters', 3],
    ['Pages', 2],
  ])
  expect(find('')[0]?.[1]).toBe('The long night')
})

it('matches prefixes of words and ignores case and accents', () => {
  expect(find('leonie')).toEqual([['Characters', 'Léonie Baptiste']])
  expect(find('BAP leo')).toEqual([['Characters', 'Léonie Baptiste']])
  expect(find('drama')).toEqual([['Characters', 'Léonie Baptiste']])
  expect(find('browse')).toEqual([['Pages', 'Discover']])
  expect(find('ptiste')).toEqual([])
})

it('matches substrings in scripts without spaces', () => {
  expect(find('図書')).toEqual([['Characters', '夜の図書館']])
})

it('ranks titles that start with the query first', () => {
  expect(find('disc')).toEqual([
    ['Conversations', 'Discarded letters'],
    ['Pages', 'Discover'],
  ])
  expect(find('to')[0]).toEqual(['Characters', 'Old Tomas'])
  expect(find('t')[0]).toEqual(['Conversations', 'The long night', 'Tea at noon'])
})
