import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { conversationSorts } from '#shared/conversations.ts'
import { messageSearchLimits } from '#shared/message-search.ts'
import { type ListFilters, noFilters, setListFilters } from '../api/list-filters.ts'
import { type ChatCommand, quote } from './command.ts'
import { findByName } from './find-by-name.ts'
import { listFolders } from './folder-commands.ts'

interface NamedFilter {
  name: string
  filters: Partial<ListFilters>
}

const fixedFilters: readonly NamedFilter[] = [
  { name: 'all', filters: {} },
  { name: 'pinned', filters: { show: 'pinned' } },
  { name: 'archived', filters: { show: 'archived' } },
  ...conversationSorts.map((sort) => ({ name: sort, filters: { sort } })),
]

/** What the list can show and its orders, then the folders and the characters. */
async function listFilters(): Promise<NamedFilter[]> {
  const [folders, characters] = await Promise.all([
    listFolders(),
    queryClient.fetchQuery(queryOf('GET /api/conversations/characters')),
  ])
  return [
    ...fixedFilters,
    ...folders.map(({ id, name }) => ({ name, filters: { folderId: id } })),
    ...characters.map(({ id, name }) => ({ name, filters: { characterId: id } })),
  ]
}

export const listCommands: readonly ChatCommand[] = [
  {
    name: 'new',
    description: 'Start a new chat with this character',
    run: (_, { character, startNewChat }) =>
      character.current ? void startNewChat() : `${character.name} is no longer available.`,
  },
  {
    name: 'conversations',
    aliases: ['list'],
    args: '[pinned, archived, folder, character or order]',
    runsAlone: true,
    complete: async () => (await listFilters()).map(({ name }) => name),
    description: 'Open the list of conversations, filtered or in another order',
    run: async (wanted, context) => {
      if (wanted !== '') {
        const found = findByName(await listFilters(), wanted)
        if (!found) {
          const words = fixedFilters.map(({ name }) => name).join(', ')
          return `The list cannot be shown by ${quote(wanted)}. Write ${words}, or the name of a folder or a character.`
        }
        setListFilters({ ...noFilters, ...found.filters })
      }
      context.openConversations()
    },
  },
  {
    name: 'search',
    args: '[words]',
    runsAlone: true,
    description: 'Search your conversations, characters and pages',
    run: (words, { openSearch }) =>
      words.length > messageSearchLimits.query
        ? `Please search for ${messageSearchLimits.query} characters or less.`
        : void openSearch(words),
  },
  {
    name: 'import',
    description: 'Import conversations from files',
    run: (_, { panels }) => void panels.import(),
  },
]
