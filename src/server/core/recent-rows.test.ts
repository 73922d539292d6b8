import { beforeEach, expect, it } from 'vitest'
import { RecentRows, recentRowsTtl } from './recent-rows.ts'

let elapsed: number
let version: number | null
let reads: number
let rows: RecentRows<string>
beforeEach(() => {
  elapsed = 0
  version = 1
  reads = 0
  rows = new RecentRows({ now: () => 0, elapsed: () => elapsed }, () => version)
})

const find = (key = 'a', read = async (): Promise<string | undefined> => `${key}${reads}`) =>
  rows.find(key, () => {
    reads += 1
    return read()
  })

it('reads a row once a second', async () => {
  expect(await find()).toBe('a1')
  elapsed = recentRowsTtl - 1
  expect(await find()).toBe('a1')
  expect(await find('b')).toBe('b2')
  elapsed = recentRowsTtl
  expect(await find()).toBe('a3')
})

it('reads again after a write to the tables', async () => {
  await find()
  version = 2
  expect(await find()).toBe('a2')
})

it('does not keep a row that was read while another write came in between', async () => {
  await find('a', async () => {
    version = 2
    return 'old'
  })
  expect(await find()).toBe('a2')
})

it('does not keep missing rows', async () => {
  expect(await find('a', async () => undefined)).toBeUndefined()
  expect(await find()).toBe('a2')
})

it('always reads where other processes write', async () => {
  version = null
  await find()
  expect(await find()).toBe('a2')
})
