import { char } from './char.ts'
import { comment } from './comment.ts'
import { hiddenKey } from './hidden-key.ts'
import type { Macro } from './macro.ts'
import { note } from './note.ts'
import { original } from './original.ts'
import { pick } from './pick.ts'
import { random } from './random.ts'
import { reverse } from './reverse.ts'
import { roll } from './roll.ts'
import { user } from './user.ts'

/** All macros. To add one, write a file for it and add it here. */
export const macros: readonly Macro[] = [char, user, original, random, pick, roll, note, comment, hiddenKey, reverse]
