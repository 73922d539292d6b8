import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findMissingPackages, type Lock, listUnverified } from './complete-lock.ts'

const lockFile = path.join(import.meta.dirname, '..', '..', 'package-lock.json')

test('package-lock.json has every package that another needs, on every platform (scripts/complete-lock.ts adds them)', () => {
  const lock: Lock = JSON.parse(readFileSync(lockFile, 'utf8'))
  expect(findMissingPackages(lock).map(({ name, neededBy }) => `${name}, needed by ${neededBy}`)).toEqual([])
})

test('package-lock.json names no registry, so that it works with any', () => {
  expect(readFileSync(lockFile, 'utf8')).not.toMatch(/"resolved": "http/)
})

test('every package that is installed on Linux x64 with glibc, as in the Docker image, has an integrity', () => {
  const lock: Lock = JSON.parse(readFileSync(lockFile, 'utf8'))
  const here = { os: 'linux', cpu: 'x64', libc: 'glibc' }
  const isInstalled = (location: string) => {
    const entry = lock.packages[location] ?? {}
    return (['os', 'cpu', 'libc'] as const).every((field) => entry[field]?.includes(here[field]) ?? true)
  }
  expect(listUnverified(lock).filter(isInstalled)).toEqual([])
  expect(listUnverified(lock).filter((location) => !lock.packages[location]?.optional)).toEqual([])
})
