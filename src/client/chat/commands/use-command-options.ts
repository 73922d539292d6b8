import { useQuery } from '@tanstack/react-query'
import type { ChatCommand, CommandContext } from './command.ts'
import { commands } from './list.ts'
import { findCommand, matchCommands, matchValues, type TypedCommand } from './parse-command.ts'

/** One option of the list over the composer: a command, or a value of its argument. */
export interface CommandOption {
  id: string
  command: ChatCommand
  /** The argument; undefined for the command itself. */
  value?: string
}

/** Values of a long list that are shown at once. */
const maxValues = 60

/** The options for what was typed: commands while the name is typed, then values of the argument. */
export function useCommandOptions(typed: TypedCommand | null, context: CommandContext): CommandOption[] {
  const command = typed && !typed.isOpen ? findCommand(commands, typed.name) : undefined
  const values = useValues(command, context)
  if (!typed) return []
  if (typed.isOpen) return matchCommands(commands, typed.name).map((one) => ({ id: one.name, command: one }))
  if (!command) return []
  return matchValues(values, typed.args)
    .slice(0, maxValues)
    .map((value, index) => ({ id: `${command.name}-${index}`, command, value }))
}

/** The values of its argument. Where they cannot be loaded, one can still be typed. */
function useValues(command: ChatCommand | undefined, context: CommandContext): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: ['values of a command', command?.name, context.store.key],
    queryFn: async () => [...new Set(await command?.complete?.(context))],
    enabled: command?.complete !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  return data
}
