import Bowser from 'bowser'
import type { DeviceKind } from '#shared/accounts.ts'

/** Names that users know, where the library has others. */
const familiarNames: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Chrome OS': 'ChromeOS',
}
const kinds: Record<string, DeviceKind> = { mobile: 'phone', tablet: 'tablet' }

/**
 * The device that a `User-Agent` header names, in its owner's words. A header without an operating system is that of a program.
 *
 * @example
 * readDevice('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0').device // 'Firefox on Linux'
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
