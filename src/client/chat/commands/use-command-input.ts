import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type ChatCommand, type CommandContext, quote } from './command.ts'
import { commands } from './list.ts'
import { findCommand, matchCommands, matchValues, parseCommand, type TypedCommand } from './parse-command.ts'
import { runCommand } from './run-command.ts'

/** Milliseconds after a command in which another Enter is ignored, because an empty message would continue the story. */
const doublePress = 500

/** The commands in the composer: shows the listbox while one is typed, and runs it. */
export function useCommandInput(draft: string, context: CommandContext) {
  const listId = useId()
  const [position, setPosition] = useState({ draft, index: 0 })
  /** The draft for which the list was closed. */
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const [problem, setProblem] = useState({ draft: '', text: '' })
  const typed = parseCommand(draft)
  const all = useCommandOptions(typed, context)
  const options = closedFor === draft ? [] : all
  const isMoved = position.draft === draft
  const index = isMoved ? Math.min(position.index, options.length - 1) : 0
  const first = options[index]
  // Values are only suggested until the user moves to one: Enter runs what was typed.
  const active = first?.value === undefined || isMoved ? first : undefined
  const { store } = context
  const ranAt = useRef(Number.NEGATIVE_INFINITY)

  const run = async (command: ChatCommand, args: string) => {
    const text = draft
    ranAt.current = performance.now()
    store.setDraft('')
    const reason = await runCommand(command, args, context)
    if (reason === '') return
    // The user may have typed something else in the meantime.
    if (store.state.getState().draft === '') store.setDraft(text)
    setProblem({ draft: text, text: reason })
  }
  const choose = ({ command, value }: CommandOption) => {
    if (value !== undefined) void run(command, value)
    else if (command.args === undefined || command.runsAlone) void run(command, '')
    else context.write(`/${command.name} `)
  }
  /** Runs the command in the composer. False if the draft is a message. */
  const submit = (): boolean => {
    if (!typed) return draft === '' && performance.now() - ranAt.current < doublePress
    const command = findCommand(commands, typed.name)
    if (command) void run(command, typed.args)
    else if (active && typed.name !== '') choose(active)
    else {
      const text = `There is no command ${quote(`/${typed.name}`)}. Type / to see all, or // to send a message that begins with a slash.`
      setProblem({ draft, text })
    }
    return true
  }
  const move = (step: number) => setPosition({ draft, index: (index + step + options.length) % options.length })
  /** Writes a choice into the composer, without running it. */
  const complete = ({ command, value }: CommandOption) => context.write(`/${command.name} ${value ?? ''}`)
  /** Handles the keys of the list. True if the key was handled. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!first || event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown') move(active ? 1 : 0)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Tab' && !event.shiftKey) complete(first)
    else if (event.key === 'Escape') setClosedFor(draft)
    else if (event.key === 'Enter' && !event.shiftKey && isMoved) choose(first)
    else return false
    event.preventDefault()
    return true
  }
  return {
    listId,
    /** Whether the draft is a command. Commands can be sent during a reply. */
    isTyped: typed !== null,
    options,
    active,
    problem: problem.draft === draft ? problem.text : '',
    choose,
    submit,
    onKeyDown,
    inputProps:
      options.length > 0
        ? {
            'aria-autocomplete': 'list' as const,
            'aria-haspopup': 'listbox' as const,
            'aria-controls': listId,
            'aria-activedescendant': active ? `${listId}-${active.id}` : undefined,
          }
        : {},
  }
}

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
