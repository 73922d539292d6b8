import type { DeviceKind } from '#shared/accounts.ts'

/** In this order: what is built on another says the other's name as well. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: [RegExp, string, DeviceKind][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
]

/**
 * What a browser says it is, in words a person knows their devices by.
 * @example readDevice('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0').device // 'Firefox on Linux'
 */
export function readDevice(userAgent: string): { device: string; kind: DeviceKind } {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [, system, kind] = systems.find(([pattern]) => pattern.test(userAgent)) ?? []
  if (browser && system && kind) return { device: `${browser} on ${system}`, kind }
  if (browser || system) return { device: browser ?? system ?? '', kind: kind ?? 'computer' }
  const [program = ''] = /^[\w .-]{1,40}(?=\/|$)/.exec(userAgent) ?? []
  return { device: program.trim() || 'An unknown device', kind: 'program' }
}
