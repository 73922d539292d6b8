import { createRequire } from 'node:module'

/** The password of most test accounts. */
const common = 'quiet-harbor'
const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')
const { hash, verify } = argon2
let known: Promise<string> | undefined

/**
 * The password of most test accounts is hashed once in a process: a hash takes 25 ms of processor time, and the tests would
 * make thousands of them. Loaded before the server's code, which takes these functions when it is loaded.
 */
Object.assign(argon2, {
  hash: ((password, ...rest) => {
    if (password !== common) return hash(password, ...rest)
    known ??= hash(password, ...rest)
    return known
  }) satisfies typeof hash,
  verify: (async (hashed, password, ...rest) =>
    (password === common && hashed === (await known)) || verify(hashed, password, ...rest)) satisfies typeof verify,
})
