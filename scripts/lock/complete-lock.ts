import { findMissingPackages, type Lock, type MissingPackage } from './missing-packages.ts'

const systems = /\b(?:android|darwin|freebsd|linux|openharmony|win32)\b/
const processors = /\b(?:arm64|arm|ia32|ppc64|riscv64|s390x|wasm32|x64)\b/
const libraries: Record<string, string> = { musl: 'musl', musleabihf: 'musl', gnu: 'glibc', gnueabihf: 'glibc' }

/**
 * Adds the binaries of other platforms, which npm leaves out of the lock when its registry does not carry them. Their
 * dependents name the exact version; the platform is in the package name, so that npm skips them elsewhere.
 */
export function completeLock(lock: Lock): { lock: Lock; added: MissingPackage[] } {
  const added = findMissingPackages(lock).filter(({ isOptional, version }) => isOptional && /^\d/.test(version))
  const entries = added.map(({ name, version, neededBy }) => {
    const isDev = lock.packages[neededBy]?.dev
    const entry = { version, ...platformOf(name), ...(isDev ? { dev: true } : {}), optional: true }
    return [`node_modules/${name}`, entry] as const
  })
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(entries) })
  return {
    added,
    lock: { ...lock, packages: Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, 'en'))) },
  }
}

function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } {
  const [os] = systems.exec(name) ?? []
  const [cpu] = processors.exec(name) ?? []
  const libc = libraries[name.split('-').at(-1) ?? '']
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) }
}
