import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

interface Falsified {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** User present and verified, unless changed. */
  flags?: number
  counter?: number
}

/** An authenticator in software: answers the options of the server as a browser with a passkey does. */
export class SoftwarePasskey {
  readonly id = base64url(randomBytes(32))
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  register(options: Record<string, unknown>, falsified: Falsified = {}): Record<string, unknown> {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const coordinates = [x, y].map((value) => new Uint8Array(Buffer.from(value, 'base64url')))
    const cose = new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, coordinates[0] ?? 0],
      [-3, coordinates[1] ?? 0],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([0, id.length])
    const key = isoCBOR.encode(cose as never)
    const flags = (falsified.flags ?? 0x05) | 0x40
    const data = Buffer.concat([this.#data({ ...falsified, flags }), Buffer.alloc(16), length, id, key])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(data)],
    ])
    return this.#credential({
      clientDataJSON: base64url(this.#clientData(options, { type: 'webauthn.create', ...falsified })),
      attestationObject: base64url(isoCBOR.encode(attestation as never)),
    })
  }

  logIn(options: Record<string, unknown>, falsified: Falsified = {}): Record<string, unknown> {
    const clientData = this.#clientData(options, { type: 'webauthn.get', ...falsified })
    const data = this.#data({ flags: 0x05, ...falsified })
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#key.privateKey)
    const response = { clientDataJSON: base64url(clientData), authenticatorData: base64url(data) }
    return this.#credential({ ...response, signature: base64url(signature) })
  }

  #credential(response: Record<string, unknown>) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #clientData(options: Record<string, unknown>, { challenge, origin = this.#origin, type }: Falsified): string {
    return JSON.stringify({ type, challenge: challenge ?? options.challenge, origin, crossOrigin: false })
  }

  #data({ rpId = new URL(this.#origin).hostname, flags = 0, counter = this.counter }: Falsified): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }
}
