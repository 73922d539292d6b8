import { expect, it } from 'vitest'
import { parseTrustedProxies } from './trusted-proxies.ts'

it.each([
  ['loopback', '127.0.0.1', true],
  ['loopback', '::1', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '172.18.0.5', false],
  ['private', '172.18.0.5', true],
  ['private', '::ffff:10.0.0.1', true],
  ['private', '203.0.113.7', false],
  ['loopback, 172.18.0.0/16', '172.18.0.5', true],
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['fd00::/8', 'fd12::1%eth0', true],
  ['10.0.0.0/8', 'unknown', false],
])('TRUST_PROXY=%s: %s is trusted: %s', (value, address, trusted) => {
  expect(parseTrustedProxies(value)?.(address, 0)).toBe(trusted)
})

it.each([
  [0, [false, false]],
  [1, [true, false]],
  [2, [true, true]],
])('%i hops are trusted whatever their address', (hops, trusted) => {
  expect([0, 1].map((hop) => parseTrustedProxies(String(hops))?.('203.0.113.7', hop))).toEqual(trusted)
})

it.each(['11', '-1', 'true', 'nginx', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.1,', '300.1.1.1'])(
  '%s is invalid',
  (value) => {
    expect(parseTrustedProxies(value)).toBeNull()
  },
)
