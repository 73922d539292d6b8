import { afterEach, expect, it, vi } from 'vitest'
import { nextCursorHeader } from '#shared/character-terms.ts'
import { prefetchGallery, takeArrivedGallery, takePrefetchedGallery } from './gallery-prefetch.ts'

const path = '/api/characters/public?limit=24'
const avatars = ['/portraits/a.svg', 'https://elsewhere.example/b.png', '', '/files/d.webp', '/portraits/e.svg']
const expected = { characters: avatars.map((avatar) => ({ avatar })), nextCursor: 'next' }
let images: string[] = []

function stubBrowser(respond: () => Promise<Response>) {
  images = []
  vi.stubGlobal('fetch', vi.fn(respond))
  vi.stubGlobal(
    'Image',
    class {
      set src(value: string) {
        images.push(value)
      }
    },
  )
}
afterEach(() => vi.unstubAllGlobals())

const respond = async () =>
  Response.json(
    avatars.map((avatar) => ({ avatar })),
    { headers: { [nextCursorHeader]: 'next' } },
  )

it('gives the page that was requested before the application, once', async () => {
  stubBrowser(respond)
  prefetchGallery()
  expect(takeArrivedGallery(path)).toBeUndefined()
  expect(takePrefetchedGallery(`${path}&category=Drama`)).toBeNull()
  expect(await takePrefetchedGallery(path)).toEqual(expected)
  expect(takePrefetchedGallery(path)).toBeNull()
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('gives an arrived page at once, and has requested the portraits of the first row', async () => {
  stubBrowser(respond)
  prefetchGallery()
  await expect.poll(() => images).toEqual(['/portraits/a.svg', '/files/d.webp'])
  expect(takeArrivedGallery(path)).toEqual(expected)
  expect(takeArrivedGallery(path)).toBeUndefined()
  expect(takePrefetchedGallery(path)).toBeNull()
})

it('leaves an error to the caller', async () => {
  stubBrowser(async () => new Response('', { status: 500, statusText: 'Internal Server Error' }))
  prefetchGallery()
  await expect(takePrefetchedGallery(path)).rejects.toThrow('500')
  expect(images).toEqual([])
})
