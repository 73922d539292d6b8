import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { addIntegrity, completeLock, findMissingPackages, type Lock, listUnverified } from './complete-lock.ts'

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

test('missing hashes are added where the registry knows them', async () => {
  const tool = { version: '1.0.0', integrity: 'sha512-tool' }
  const lock: Lock = {
    packages: { '': {}, 'node_modules/tool': tool, 'node_modules/tool/node_modules/@in/ner': { version: '2.0.0' } },
  }
  const hashes: Record<string, string> = { '@in/ner@2.0.0': 'sha512-inner' }
  const { packages } = await addIntegrity(lock, async (release) => hashes[release] ?? null)
  expect(packages['node_modules/tool/node_modules/@in/ner']).toEqual({ version: '2.0.0', integrity: 'sha512-inner' })
  expect(packages['node_modules/tool']).toEqual(tool)
  expect(listUnverified({ packages })).toEqual([])
})

describe('a lock from a registry that carries one platform only', () => {
  const lock: Lock = {
    packages: {
      '': { dependencies: { tool: '1.0.0' } },
      'node_modules/tool': {
        version: '1.0.0',
        dev: true,
        dependencies: { inner: '^1.0.0' },
        optionalDependencies: {
          '@tool/darwin-arm64': '1.0.0',
          '@tool/binding-linux-x64-gnu': '1.0.0',
          '@tool/binding-linux-riscv64-musl': '1.0.0',
          '@tool/wasm32-wasi': '1.0.0',
        },
      },
      'node_modules/tool/node_modules/inner': { version: '1.2.0', dependencies: { outer: '*' } },
      'node_modules/outer': { version: '3.0.0' },
      'node_modules/@tool/binding-linux-x64-gnu': { version: '1.0.0', optional: true },
    },
  }

  test('lacks the packages of the other platforms', () => {
    const names = findMissingPackages(lock).map(({ name }) => name)
    expect(names).toEqual(['@tool/darwin-arm64', '@tool/binding-linux-riscv64-musl', '@tool/wasm32-wasi'])
  })

  test('is completed with them and their platforms, and keeps the rest', () => {
    const { packages } = completeLock(lock).lock
    const common = { version: '1.0.0', dev: true, optional: true }
    expect(packages).toMatchObject(lock.packages)
    expect(packages['node_modules/@tool/darwin-arm64']).toEqual({ ...common, os: ['darwin'], cpu: ['arm64'] })
    const musl = { ...common, os: ['linux'], cpu: ['riscv64'], libc: ['musl'] }
    expect(packages['node_modules/@tool/binding-linux-riscv64-musl']).toEqual(musl)
    expect(packages['node_modules/@tool/wasm32-wasi']).toEqual({ ...common, cpu: ['wasm32'] })
    expect(findMissingPackages({ packages })).toEqual([])
  })

  test('is not completed with a package that every platform needs', () => {
    const broken: Lock = { packages: { '': { dependencies: { gone: '1.0.0' } } } }
    expect(completeLock(broken).added).toEqual([])
    expect(findMissingPackages(broken)).toHaveLength(1)
  })
})
