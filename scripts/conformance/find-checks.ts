/** A check as the suite declares it: whose sentence, in which file, and in which test. */
export interface DeclaredCheck {
  id: string
  /** Inside tests/e2e/conformance. */
  file: string
  /** The test that holds it among others; null where the check is a test of its own. */
  test: string | null
}

/** A test that looks at several sentences, or the check of one. */
const declaration = /\btest\(\s*'(?<test>[^']+)'|\b(?<kind>check|sees)\(\s*'(?<id>[^']+)'/g

/** Finds the checks of one file by how they are written down. */
export function findChecks(file: string, source: string): DeclaredCheck[] {
  const found: DeclaredCheck[] = []
  let test: string | null = null
  for (const { groups = {} } of source.matchAll(declaration)) {
    if (groups.test !== undefined) test = groups.test
    else if (groups.id !== undefined) found.push({ id: groups.id, file, test: groups.kind === 'sees' ? test : null })
  }
  return found
}
