import { expect, it } from 'vitest'
import { isAllowedUrl, isPublicAddress } from './post-webhook.ts'

it.each`
  address                   | isPublic
  ${'93.184.216.34'}        | ${true}
  ${'2606:4700::6810:84e5'} | ${true}
  ${'0.0.0.0'}              | ${false}
  ${'10.0.0.1'}             | ${false}
  ${'127.0.0.1'}            | ${false}
  ${'169.254.169.254'}      | ${false}
  ${'192.168.1.1'}          | ${false}
  ${'::1'}                  | ${false}
  ${'::ffff:10.0.0.1'}      | ${false}
  ${'::ffff:93.184.216.34'} | ${true}
  ${'::10.0.0.1'}           | ${false}
  ${'64:ff9b::10.0.0.1'}    | ${false}
  ${'2002:a00:1::'}         | ${false}
  ${'2001:0:a00:1::'}       | ${false}
  ${'fd00::1'}              | ${false}
`('says whether $address is public: $isPublic', ({ address, isPublic }) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

it.each([
  'http://hooks.example.org/',
  'https://user:secret@hooks.example.org/',
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:192.168.0.1]/',
])('lets no webhook have %s', (url) => {
  expect(isAllowedUrl(url, false)).toBe(false)
})

it('lets a webhook have a private address where the operator allows it, and a name in any case', () => {
  expect(isAllowedUrl('http://127.0.0.1:8080/', true)).toBe(true)
  expect(isAllowedUrl('https://hooks.example.org/?a=1', false)).toBe(true)
})
