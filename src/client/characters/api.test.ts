import { afterEach, expect, it, vi } from 'vitest'
import { nextCursorHeader } from '#shared/character-terms.ts'
import { ownCharactersQuery } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

it('reads every page of the own list', async () => {
  const pages: Record<string, [string[], string?]> = {
    '/api/characters': [['a', 'b'], 'first=='],
    '/api/characters?cursor=first%3D%3D': [['c'], 'second'],
    '/api/characters?cursor=second': [[]],
  }
  vi.stubGlobal('fetch', async (path: string) => {
    const [ids, cursor] = pages[path] ?? [['unknown']]
    return Response.json(
      ids.map((id) => ({ id })),
      cursor ? { headers: { [nextCursorHeader]: cursor } } : {},
    )
  })
  const characters = await ownCharactersQuery.queryFn({ signal: new AbortController().signal })
  expect(characters.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
