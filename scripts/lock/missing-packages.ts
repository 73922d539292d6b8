/** The part of npm's lock file that is read and written here. */
export interface Lock {
  packages: Record<string, LockedPackage>
}

interface LockedPackage {
  version?: string
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
