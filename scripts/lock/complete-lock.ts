const systems = /\b(?:android|darwin|freebsd|linux|openharmony|win32)\b/
const processors = /\b(?:arm64|arm|ia32|ppc64|riscv64|s390x|wasm32|x64)\b/
const libraries: Record<string, string> = { musl: 'musl', musleabihf: 'musl', gnu: 'glibc', gnueabihf: 'glibc' }

/** The part of npm's lock file that is read and written here. */
export interface Lock {
  packages: Record<string, LockedPackage>
}

interface LockedPackage {
  version?: string
  /** The hash that npm compares a download with. */
  integrity?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface MissingPackage {
  name: string
  version: string
  neededBy: string
  isOptional: boolean
}

/** Finds packages that others in the lock depend on and that have no entry: `npm ci` rejects such a lock. */
export function findMissingPackages({ packages }: Lock): MissingPackage[] {
  const missing = new Map<string, MissingPackage>()
  for (const [path, entry] of Object.entries(packages)) {
    const dependencies = Object.entries({ ...entry.dependencies, ...entry.optionalDependencies })
    for (const [name, version] of dependencies) {
      if (isLocked(packages, path, name)) continue
      const isOptional = entry.optionalDependencies?.[name] !== undefined
      missing.set(`${name}@${version}`, { name, version, neededBy: path, isOptional })
    }
  }
  return [...missing.values()]
}

/** Follows Node's resolution: the package's own folder, then each folder above it. */
function isLocked(packages: Lock['packages'], from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`]) return true
    if (at === '') return false
  }
}

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

/** Lists the packages whose downloads npm cannot verify. */
export function listUnverified({ packages }: Lock): string[] {
  return Object.keys(packages).filter((location) => location !== '' && !packages[location]?.integrity)
}

/** Adds the missing hashes that `find` knows, which is given a name and version such as `tool@1.0.0`. */
export async function addIntegrity(lock: Lock, find: (release: string) => Promise<string | null>): Promise<Lock> {
  const packages = { ...lock.packages }
  for (const location of listUnverified(lock)) {
    const name = location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const integrity = await find(`${name}@${packages[location]?.version}`)
    if (integrity) packages[location] = { ...packages[location], integrity }
  }
  return { ...lock, packages }
}

function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } {
  const [os] = systems.exec(name) ?? []
  const [cpu] = processors.exec(name) ?? []
  const libc = libraries[name.split('-').at(-1) ?? '']
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) }
}
