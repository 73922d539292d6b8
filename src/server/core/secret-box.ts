import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Env } from './env.ts'

/** Encrypts secrets that the database stores, such as the API keys of model services. */
export interface SecretBox {
  /** `owner`: the id of the row. A ciphertext that is copied to another row cannot be decrypted. */
  encrypt(secret: string, owner: string): string
  /** Null when it was encrypted with another key, or changed. */
  decrypt(sealed: string, owner: string): string | null
}

const keyFile = 'secret.key'
const [keyBytes, ivBytes, tagBytes] = [32, 12, 16]

/**
 * AES-256-GCM with a key derived from `SECRET_KEY`, or from a file in the data folder. The file is created with the first
 * secret, readable by the server's user only.
 */
export function createSecretBox({ secretKey, dataDir }: Pick<Env, 'secretKey' | 'dataDir'>): SecretBox {
  let derived: Buffer | null = null
  const key = () => {
    derived ??= Buffer.from(hkdfSync('sha256', secretKey ?? readOrCreateKey(dataDir), '', 'stored secrets', keyBytes))
    return derived
  }
  return {
    encrypt(secret, owner) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key(), iv).setAAD(Buffer.from(owner))
      const sealed = [cipher.update(secret, 'utf8'), cipher.final()]
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url')
    },
    decrypt(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)]
      const opened = key()
      try {
        const decipher = createDecipheriv('aes-256-gcm', opened, iv, { authTagLength: tagBytes })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
        return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}

/** Linking is atomic: instances that share the folder create one key, and none reads a file that is being written. */
function readOrCreateKey(dataDir: string): string {
  const file = path.join(dataDir, keyFile)
  if (!existsSync(file)) {
    const draft = `${file}.${randomBytes(8).toString('hex')}`
    writeFileSync(draft, randomBytes(keyBytes).toString('base64url'), { mode: 0o600, flush: true })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
  }
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < keyBytes) throw new Error(`${file} is damaged. Restore it from a backup, or delete it.`)
  return key
}
