import { toast } from '#client/ui/toast-store.ts'
import { type Notes, noteLimits, type noteRoles } from '#shared/notes.ts'
import { emptyNotes, saveNotes } from '../notes/save-notes.ts'
import { type ChatCommand, type CommandContext, CommandProblem, quote } from './command.ts'
import { findByName } from './find-by-name.ts'

/** Saves a note, and confirms it, because nothing on the page shows it. */
async function saveNote({ store }: CommandContext, changes: Partial<Notes>, title: string): Promise<undefined> {
  await saveNotes(store, changes)
  toast({ title })
}

const notesOf = ({ store }: CommandContext) => store.state.getState().notes ?? emptyNotes

/** Who can say the author's note, by the names that the notes have for them. */
const sayers: readonly { name: string; role: (typeof noteRoles)[number] }[] = [
  { name: 'nobody', role: 'system' },
  { name: 'me', role: 'user' },
  { name: 'character', role: 'assistant' },
]

/** Reads a whole number within limits. */
function parseNumber(text: string, { min, max }: { min: number; max: number }): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= min && number <= max) return number
  throw new CommandProblem(`Write a whole number from ${min} to ${max}, not ${quote(text)}.`)
}

function numberCommand({
  name,
  field,
  limits,
  description,
  saved,
}: Pick<ChatCommand, 'name' | 'description'> & {
  field: 'depth' | 'interval'
  limits: { min: number; max: number }
  saved: (number: number) => string
}): ChatCommand {
  return {
    name,
    args: `[${limits.min} to ${limits.max}]`,
    description,
    run: (wanted, context) => {
      if (wanted === '') return void context.panels.notes()
      if (notesOf(context).note === '') return 'There is no author’s note yet. Write /note and its text first.'
      const number = parseNumber(wanted, limits)
      return saveNote(context, { [field]: number }, saved(number))
    },
  }
}

export const noteCommands: readonly ChatCommand[] = [
  {
    name: 'note',
    args: '[text]',
    description: 'Set the author’s note, or open the notes',
    run: (note, context) =>
      note === '' ? void context.panels.notes() : saveNote(context, { note }, 'Author’s note saved'),
  },
  numberCommand({
    name: 'depth',
    field: 'depth',
    limits: { min: 0, max: noteLimits.depth },
    description: 'Set how many messages come after the author’s note',
    saved: (depth) => (depth === 0 ? 'The author’s note comes last' : `Messages after the author’s note: ${depth}`),
  }),
  numberCommand({
    name: 'interval',
    field: 'interval',
    limits: { min: 1, max: noteLimits.interval },
    description: 'Set with which of your messages the author’s note is sent',
    saved: (interval) =>
      interval === 1
        ? 'The author’s note is sent with each message'
        : `The author’s note is sent with one message in ${interval}`,
  }),
  {
    name: 'said-by',
    args: '[nobody, me or character]',
    complete: () => sayers.map(({ name }) => name),
    description: 'Set who says the author’s note',
    run: (wanted, context) => {
      if (wanted === '') return void context.panels.notes()
      if (notesOf(context).note === '') return 'There is no author’s note yet. Write /note and its text first.'
      const found = findByName(sayers, wanted)
      if (!found) return `The author’s note can be said by nobody, me or character, not by ${quote(wanted)}.`
      return saveNote(context, { role: found.role }, `The author’s note is said by: ${found.name}`)
    },
  },
  {
    name: 'scene',
    args: '[where and when]',
    description: 'Set where and when the story is now, or open the notes',
    run: (scene, context) =>
      scene === '' ? void context.panels.notes() : saveNote(context, { scene }, 'Scene note saved'),
  },
]
