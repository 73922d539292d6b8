import { call } from '#client/lib/http.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { toast, toastRules } from '#client/ui/toast-store.ts'
import { foldText } from '#shared/fold-text.ts'
import { FactText, type MemoryFact } from '#shared/memory.ts'
import { memoryRequests } from '../memory/memory-api.ts'
import { type ChatCommand, type CommandContext, quote } from './command.ts'
import { findByName } from './find-by-name.ts'

const idOf = ({ store }: CommandContext) => store.state.getState().conversationId ?? ''

const requestsOf = (context: CommandContext) => memoryRequests(idOf(context))
const readFacts = async (context: CommandContext) =>
  (await call('GET /api/conversations/:id/memory', { params: { id: idOf(context) } })).facts

/** The fact with this text, or the first one that begins with it or contains it. */
async function findFact(context: CommandContext, text: string): Promise<MemoryFact | undefined> {
  const facts = (await readFacts(context)).map((fact) => ({ ...fact, name: fact.text }))
  return findByName(facts, text) ?? facts.find((fact) => foldText(fact.text).includes(foldText(text)))
}

const noSuchFact = (text: string) => `The memory has no fact ${quote(text)}. Write /memory to see all of it.`
const completeFacts = async (context: CommandContext) => (await readFacts(context)).map(({ text }) => text)

const switches: Record<string, boolean> = { on: true, off: false }

/** Separates a fact from its new text. */
const arrow = /\s*(?:->|=>|→)\s*/

const { duration } = toastRules

export const memoryCommands: readonly ChatCommand[] = [
  {
    name: 'memory',
    args: '[on or off]',
    runsAlone: true,
    complete: () => Object.keys(switches),
    description: 'Open what the conversation remembers, or switch its memory on or off',
    run: async (wanted, context) => {
      if (wanted === '') return void context.panels.memory()
      const enabled = switches[wanted.toLowerCase()]
      if (enabled === undefined)
        return `The memory can be on or off, not ${quote(wanted)}. Write /memory alone to open it.`
      await requestsOf(context).switchOn(enabled)
      toast({ title: enabled ? 'This conversation is remembered' : 'This conversation is no longer remembered' })
    },
  },
  {
    name: 'remember',
    args: '[fact]',
    description: 'Add a fact to the memory',
    run: async (fact, context) => {
      if (fact === '') return void context.panels.memory()
      await requestsOf(context).create(FactText.parse({ text: fact }))
      toast({ title: 'Fact added to the memory', action: { label: 'Open', onSelect: context.panels.memory }, duration })
    },
  },
  {
    name: 'correct',
    args: '[fact -> new text]',
    complete: completeFacts,
    description: 'Correct a fact of the memory',
    run: async (wanted, context) => {
      if (wanted === '') return void context.panels.memory()
      const [old = '', text] = wanted.split(arrow, 2)
      const fact = await findFact(context, old)
      if (!fact) return noSuchFact(old)
      // Chosen from the list: the new text is still to be written.
      if (text === undefined) return void context.write(`/correct ${fact.text} -> ${fact.text}`)
      await requestsOf(context).change(fact.id, { ...FactText.parse({ text }), seen: fact.text })
      toast({ title: 'Fact corrected', action: { label: 'Open', onSelect: context.panels.memory }, duration })
    },
  },
  {
    name: 'pin-fact',
    args: '[fact]',
    complete: completeFacts,
    description: 'Pin a fact of the memory, so that it always comes first, or unpin it',
    run: async (wanted, context) => {
      if (wanted === '') return void context.panels.memory()
      const fact = await findFact(context, wanted)
      if (!fact) return noSuchFact(wanted)
      await requestsOf(context).change(fact.id, { pinned: !fact.pinned })
      toast({ title: fact.pinned ? 'Fact unpinned' : 'Fact pinned', description: fact.text })
    },
  },
  {
    name: 'forget',
    args: '[fact]',
    complete: completeFacts,
    description: 'Delete a fact of the memory',
    run: async (wanted, context) => {
      if (wanted === '') return void context.panels.memory()
      const fact = await findFact(context, wanted)
      if (!fact) return noSuchFact(wanted)
      const { remove, restore } = requestsOf(context)
      await remove(fact.id)
      const { text } = fact
      const undo = () => void restore(fact).catch(() => toastError(text, { title: 'Fact not restored' }))
      toast({ title: 'Fact deleted', description: text, action: { label: 'Undo', onSelect: undo } })
    },
  },
]
