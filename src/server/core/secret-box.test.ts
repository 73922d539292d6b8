import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const secret = 'sk-a-key-of-a-service'
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const secretKey = 'a secret of thirty-two characters'

test('decrypts what it encrypted, also after a restart, with SECRET_KEY and with the file', () => {
  for (const key of [undefined, secretKey]) {
    const open = () => createSecretBox({ secretKey: key, dataDir })
    const sealed = open().encrypt(secret, 'row')
    expect(sealed).not.toContain(secret)
    expect(open().decrypt(sealed, 'row')).toBe(secret)
  }
})

test('creates the file only for its owner, once, and not with SECRET_KEY', () => {
  const file = path.join(dataDir, 'secret.key')
  createSecretBox({ secretKey, dataDir }).encrypt(secret, 'row')
  expect(() => statSync(file)).toThrow()
  createSecretBox({ secretKey: undefined, dataDir }).encrypt(secret, 'row')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const before = readFileSync(file, 'utf8')
  createSecretBox({ secretKey: undefined, dataDir }).encrypt(secret, 'row')
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('says that the file is damaged, and does not use what is left of it', () => {
  writeFileSync(path.join(dataDir, 'secret.key'), '')
  const box = createSecretBox({ secretKey: undefined, dataDir })
  expect(() => box.encrypt(secret, 'row')).toThrow('is damaged')
  expect(() => box.decrypt('', 'row')).toThrow('is damaged')
})

test('returns null for another key, another row and a changed text', () => {
  const box = createSecretBox({ secretKey, dataDir })
  const sealed = box.encrypt(secret, 'row')
  expect(createSecretBox({ secretKey: `${secretKey}!`, dataDir }).decrypt(sealed, 'row')).toBeNull()
  expect(box.decrypt(sealed, 'other row')).toBeNull()
  const changed = Buffer.from(sealed, 'base64url')
  changed.writeUInt8(changed.readUInt8(30) ^ 1, 30)
  expect(box.decrypt(changed.toString('base64url'), 'row')).toBeNull()
  expect(box.decrypt('', 'row')).toBeNull()
})

test('the same secret is never encrypted to the same text', () => {
  const box = createSecretBox({ secretKey, dataDir })
  expect(box.encrypt(secret, 'row')).not.toBe(box.encrypt(secret, 'row'))
})
