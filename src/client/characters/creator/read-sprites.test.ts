import { expect, test } from 'vitest'
import { writeZip } from '#engine/cards/zip.ts'
import { imageLimits } from '#shared/images.ts'
import { readSprites } from './read-sprites.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const zipOf = (paths: readonly string[]) => writeZip(paths.map((path) => ({ path, bytes: bytesOf(path) })))
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'sprites.zip') => new File([bytes], name)

test('a folder of sprites has one picture for each expression: the one of its name, or the first that fits', async () => {
  const paths = [
    'Ilse/joy.png',
    'Ilse/admiration.png',
    'Ilse/love-2.webp',
    'Ilse/happy.png',
    '__MACOSX/Ilse/._anger.png',
  ]
  const others = ['Ilse/annoyance.png', 'Ilse/anger-0.png', 'Ilse/sea.png', 'Ilse/sadness.txt', 'Ilse/grief.JPG']
  const sprites = await readSprites([fileOf(zipOf([...paths, ...others]))])
  const names = [...sprites].map(([expression, { name }]) => [expression, name])
  expect(Object.fromEntries(names)).toEqual({
    joy: 'Ilse/joy.png',
    love: 'Ilse/admiration.png',
    anger: 'Ilse/anger-0.png',
    sadness: 'Ilse/grief.JPG',
  })
  expect(await (await sprites.get('joy')?.read())?.text()).toBe('Ilse/joy.png')
})

test('pictures need no archive', async () => {
  const files = [fileOf(bytesOf('a'), 'fear.png'), fileOf(zipOf(['pride.png'])), fileOf(bytesOf('b'), 'blush.jpeg')]
  expect([...(await readSprites(files)).keys()].sort()).toEqual(['embarrassment', 'fear', 'pride'])
})

test.each([
  ['no archive', bytesOf('joy'), /is damaged/],
  ['a path that leads out of it', zipOf(['../joy.png']), /leads out/],
  ['two files of one name', zipOf(['joy.png', 'joy.png']), /same name/],
  ['too many files', zipOf(Array.from({ length: 1_001 }, (_, index) => `${index}.png`)), /too many files/],
])('a file with %s is refused in words', async (_, bytes, message) => {
  await expect(readSprites([fileOf(bytes)])).rejects.toThrow(message)
})

test('a picture that is too large when it is unpacked is not unpacked', async () => {
  const zip = zipOf(['joy.png'])
  const directoryAt = zip.length - 22 - 46 - 'joy.png'.length
  new DataView(zip.buffer).setUint32(directoryAt + 24, imageLimits.uploadBytes + 1, true)
  await expect((await readSprites([fileOf(zip)])).get('joy')?.read()).rejects.toThrow(/5 MB/)
})
