/** A storage of a browser. As in one, the stored keys are its own properties. */
export function createStorage(stored: Record<string, string> = {}): Storage {
  const storage: Record<string, string> = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      storage[key] = value
    },
    removeItem: (key: string) => {
      delete storage[key]
    },
  })
  return Object.assign(storage, stored) as unknown as Storage
}

/** What a browser does that forbids to store anything. */
export function openBlockedStorage(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
