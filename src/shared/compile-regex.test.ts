import { expect, test } from 'vitest'
import { compileRegex } from './compile-regex.ts'

test('an expression that takes exponential time in JavaScript takes linear time here', () => {
  const start = performance.now()
  expect(compileRegex('(a+)+$', '')?.(`${'a'.repeat(5_000)}b`)).toBe(false)
  expect(performance.now() - start).toBeLessThan(2_000)
})

test('flags and letters of every script count, and an invalid expression is none', () => {
  expect(compileRegex('драк(он|онов)', 'i')?.('ДРАКОНОВ')).toBe(true)
  expect(compileRegex('第\\d+章', '')?.('第12章')).toBe(true)
  expect(compileRegex('(?<name>reef)', 'gu')?.('a reef')).toBe(true)
  expect(compileRegex('(reef', '')).toBeNull()
  expect(compileRegex('(?=reef)', '')).toBeNull()
})
