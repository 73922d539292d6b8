import Bowser from 'bowser'
import type { DeviceKind } from '#shared/accounts.ts'

/** Where the name people know differs from the library's. */
const familiarNames: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Chrome OS': 'ChromeOS',
}
const kinds: Record<string, DeviceKind> = { mobile: 'phone', tablet: 'tablet' }

/**
 * The device a `User-Agent` header names, as its owner would call it. What names no operating system is a program.
 * @example readDevice('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0').device // 'Firefox on Linux'
 */
export function readDevice(userAgent: string): { device: string; kind: DeviceKind } {
  // The library throws on an empty string.
  const { browser, os, platform } = Bowser.parse(userAgent || ' ')
  const system = os.name === 'iOS' ? platform.model : os.name
  if (browser.name && system) {
    const device = [browser.name, system].map((name) => familiarNames[name] ?? name).join(' on ')
    return { device, kind: kinds[platform.type ?? ''] ?? 'computer' }
  }
  const [program = ''] = /^[\w .-]{1,40}(?=\/|$)/.exec(userAgent) ?? []
  return { device: program.trim() || 'Unknown device', kind: 'program' }
}
