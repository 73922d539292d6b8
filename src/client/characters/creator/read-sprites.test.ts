import { expect, test } from 'vitest'
import { imageLimits } from '#shared/images.ts'
import { deflateZip, withName, withRecord } from '#tests/support/zip.ts'
import { readSprites } from './read-sprites.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const zipOf = (paths: readonly string[]) => deflateZip(paths.map((path) => ({ path, bytes: bytesOf(path) })))
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
  const sprites = await readSprites([fileOf(await zipOf([...paths, ...others]))])
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
  const files = [
    fileOf(bytesOf('a'), 'fear.png'),
    fileOf(await zipOf(['pride.png'])),
    fileOf(bytesOf('b'), 'blush.jpeg'),
  ]
  expect([...(await readSprites(files)).keys()].sort()).toEqual(['embarrassment', 'fear', 'pride'])
})

test.each([
  ['no archive', bytesOf('joy'), /is damaged/],
  ['a path that leads out of it', withName(await zipOf(['aa/joy.png']), 'aa', '..'), /leads out/],
  ['two files of one name', withName(await zipOf(['joy.png', 'JOY.png']), 'JOY', 'joy'), /same name/],
  ['too many files', await zipOf(Array.from({ length: 1_001 }, (_, index) => `${index}.png`)), /too many files/],
])('a file with %s is refused in words', async (_, bytes, message) => {
  await expect(readSprites([fileOf(bytes)])).rejects.toThrow(message)
})

test('a picture that is too large when it is unpacked is not unpacked', async () => {
  const zip = withRecord(await zipOf(['joy.png']), { size: imageLimits.uploadBytes + 1 })
  await expect((await readSprites([fileOf(zip)])).get('joy')?.read()).rejects.toThrow(/5 MB/)
})
