import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand/react'
import { logOutOrNotify } from '#client/accounts/log-out-or-notify.ts'
import { useUser } from '#client/accounts/session.ts'
import { ownCharactersQuery } from '#client/characters/api.ts'
import { galleryQuery } from '#client/characters/gallery-path.ts'
import { conversationPath } from '#client/chat/api/conversation-paths.ts'
import { titleOf } from '#client/chat/api/conversation-title.ts'
import { foundMessageState, messagePath, useMessageSearch } from '#client/chat/search/found-messages.tsx'
import { pageActions } from '#client/lib/page-actions.ts'
import { resumeChatPath } from '#client/lib/paths.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { useTheme } from '#client/lib/theme.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { accountNavigation, adminNavigationOf, createNavigation, mainNavigation } from '#client/shell/navigation.ts'
import type { User } from '#shared/accounts.ts'
import { hueOf } from '#shared/category-hues.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import type { Conversation } from '#shared/chat.ts'
import type { FoundMessage } from '#shared/message-search.ts'
import { type Entry, type EntryGroup, findEntries } from './entries.ts'

/** Messages that the palette lists. */
const paletteMessages = 6

export function useEntries(query: string): { groups: EntryGroup[]; isSearching: boolean } {
  const user = useUser()
  const actions = useActionEntries()
  const chatActions = useStore(pageActions, ({ actions: listed }) => listed)
  const search = useDebounced(query.trim(), 180)
  const conversations = useQuery(queryOf('GET /api/conversations', { query: { limit: 50 } }))
  // The server searches all conversations, not just the recent ones.
  const found = useQuery({
    ...queryOf('GET /api/conversations', { query: { limit: 20, search } }),
    enabled: search !== '',
  })
  const messages = useMessageSearch(search, paletteMessages)
  const own = useQuery(ownCharactersQuery)
  const gallery = useQuery({
    ...queryOf('GET /api/characters/public', { query: galleryQuery({ limit: 20, search }) }),
    placeholderData: keepPreviousData,
  })
  const recent = conversations.data ?? []
  const foundCharacters = { characters: gallery.data ?? [], search: gallery.isPlaceholderData ? '' : search }
  const groups = findEntries(query, [
    { label: 'Conversations', entries: conversationEntries(recent, found.data ?? [], search) },
    { label: 'Characters', entries: characterEntries(recent, own.data ?? [], foundCharacters) },
    { label: 'Messages', entries: search === '' ? [] : (messages.data?.found ?? []).map(messageEntry) },
    { label: 'Commands', entries: chatActions.map(({ run, ...action }) => ({ ...action, to: run })) },
    { label: 'Pages', entries: pageEntries(user) },
    { label: 'Actions', entries: actions },
  ])
  const isFetching = gallery.isFetching || found.isFetching || messages.isFetching
  return { groups, isSearching: isFetching || search !== query.trim() }
}

/**
 * Merges recent conversations and server results. The server may match text that the client does not have, so the search
 * is added to the keywords of its results.
 */
function conversationEntries(recent: Conversation[], found: Conversation[], search: string): Entry[] {
  const recentIds = new Set(recent.map(({ id }) => id))
  const more = found.filter(({ id }) => !recentIds.has(id))
  return [
    ...recent.map(conversationEntry),
    ...more.map((conversation) => ({ ...conversationEntry(conversation), keywords: search })),
  ]
}

function conversationEntry(conversation: Conversation): Entry {
  const { id, characterName: name, characterAvatar: src, characterCategory } = conversation
  return {
    id: `conversation-${id}`,
    title: titleOf(conversation),
    detail: name,
    to: conversationPath(id),
    avatar: { name, src, hue: hueOf(characterCategory) },
  }
}

function messageEntry(found: FoundMessage): Entry {
  const { conversation, messageId, speaker, snippet, isOnActivePath } = found
  const { characterName: name, characterAvatar: src, characterCategory } = conversation
  return {
    id: `message-${messageId}`,
    title: `${speaker ?? 'You'}: `,
    detail: isOnActivePath === false ? 'Another branch' : titleOf(conversation),
    to: messagePath(conversation.id, messageId),
    state: foundMessageState(found),
    snippet,
    avatar: { name, src, hue: hueOf(characterCategory) },
  }
}

/** Merges the characters of recent conversations, the user's own and the public ones. Server results match the search. */
function characterEntries(
  recent: Conversation[],
  own: CharacterSummary[],
  found: { characters: CharacterSummary[]; search: string },
): Entry[] {
  const entries = new Map<string, Entry>()
  const add = (id: string, name: string, category: string, src: string, keywords = '') => {
    if (entries.has(id)) return
    const avatar = { name, src, hue: hueOf(category) }
    entries.set(id, { id: `character-${id}`, title: name, detail: category, to: resumeChatPath(id), keywords, avatar })
  }
  for (const conversation of recent) {
    const { characterId, characterName, characterCategory, characterAvatar, characterAvailable } = conversation
    if (characterAvailable) add(characterId, characterName, characterCategory, characterAvatar)
  }
  const addAll = (characters: CharacterSummary[], search = '') => {
    for (const { id, name, category, avatar, description, createdBy } of characters) {
      add(id, name, category, avatar, `${description} ${createdBy} ${search}`)
    }
  }
  addAll(own)
  addAll(found.characters, found.search)
  return [...entries.values()]
}

function pageEntries(user: User): Entry[] {
  const page = (to: string, title: string, keywords = ''): Entry => ({
    id: `page-${to}`,
    title,
    detail: '',
    to,
    keywords,
  })
  const listed = [...mainNavigation, ...createNavigation].map(({ to, label }) => page(to, label, pageKeywords[to]))
  const account = accountNavigation.map(({ to, label, keywords }) =>
    page(to, to === '/settings' ? 'Account' : `Account: ${label}`, keywords),
  )
  const admin = adminNavigationOf(user).map(({ to, label }) => page(to, label, pageKeywords[to]))
  const personas = page('/personas', 'Personas', 'who you are name description user profile')
  const lorebooks = page('/lorebooks', 'Lorebooks', 'world info lore facts import')
  return [...listed, personas, lorebooks, page('/pricing', 'Pricing', 'plans premium free'), ...account, ...admin]
}

const pageKeywords: Record<string, string> = {
  '/admin/overview': 'admin attention figures disk database version health',
  '/admin': 'admin dashboard flags audit log alerts statistics',
  '/admin/users': 'admin accounts people search suspend premium rights sessions',
  '/admin/models': 'admin ai connect model key service ollama openai fallback pictures images stable diffusion',
  '/admin/payments': 'admin stripe sandbox money subscriptions webhook',
  '/': 'start welcome',
  '/discover': 'gallery browse search categories',
  '/trending': 'popular',
  '/create': 'new write',
  '/subscribe': 'premium upgrade payment',
}

function useActionEntries(): Entry[] {
  const { theme, toggleTheme } = useTheme()
  const title = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
  return [
    { id: 'action-theme', title, detail: '', to: toggleTheme, keywords: 'dark light colours appearance settings' },
    { id: 'action-log-out', title: 'Log out', detail: '', to: () => void logOutOrNotify(), keywords: 'logout sign' },
  ]
}
