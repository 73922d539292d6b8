import type { Law, Violation } from './law.ts'
import { barrels } from './laws/barrels.ts'
import { chance } from './laws/chance.ts'
import { circles } from './laws/circles.ts'
import { database } from './laws/database.ts'
import { excuses } from './laws/excuses.ts'
import { floors } from './laws/floors.ts'
import { names } from './laws/names.ts'
import { rooms } from './laws/rooms.ts'
import { routes } from './laws/routes.ts'
import { views } from './laws/views.ts'
import { readSource } from './source-file.ts'

export const laws: Law[] = [rooms, floors, circles, database, routes, views, barrels, names, chance, excuses]

/** Path → code of every source file of the repository. */
export type Tree = ReadonlyMap<string, string>

export interface Finding extends Violation {
  law: string
}

/** Holds the files against every law, in the order of their paths. */
export function findViolations(tree: Tree): Finding[] {
  const files = [...tree].map(([path, code]) => readSource(path, code))
  return laws
    .flatMap((law) => law.check(files).map((violation) => ({ ...violation, law: law.name })))
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}
