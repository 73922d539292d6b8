import { expect, it } from 'vitest'
import { readSidebarCookie, sidebarCookie } from './sidebar-cookie.ts'

it('is expanded by default', () => {
  expect(readSidebarCookie('')).toBe(true)
  expect(readSidebarCookie('session=abc; sidebar_state=true')).toBe(true)
  expect(readSidebarCookie('session=abc; sidebar_state=false')).toBe(false)
  expect(readSidebarCookie('other_sidebar_state=false')).toBe(true)
})

it('lasts seven days', () => {
  expect(sidebarCookie(false)).toBe('sidebar_state=false; path=/; max-age=604800; samesite=lax')
})
