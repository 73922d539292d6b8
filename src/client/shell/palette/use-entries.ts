import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUser } from '#client/accounts/session.ts'
import { characterKeys, galleryPath } from '#client/characters/api.ts'
import { hueOf } from '#client/characters/hue.ts'
import { conversationPath } from '#client/chat/conversation-paths.ts'
import { titleOf } from '#client/chat/conversation-title.ts'
import { chatPath } from '#client/lib/paths.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import type { User } from '#shared/accounts.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import type { Conversation } from '#shared/chat.ts'
import { entitlements } from '#shared/entitlements.ts'
import { createNavigation, mainNavigation } from '../navigation.ts'
import { type Entry, type EntryGroup, findEntries } from './entries.ts'

/** Asked anew at each opening; what is known already shows meanwhile. */
const fresh = { staleTime: 0, retryOnMount: true } as const

/** Everything one can jump to that matches the query: recent conversations, characters, pages. */
export function useEntries(query: string): { groups: EntryGroup[]; isSearching: boolean } {
  const user = useUser()
  const search = useDebounced(query.trim(), 180)
  const conversations = useQuery<Conversation[]>({ queryKey: ['/api/conversations?limit=50'], ...fresh })
  // Beyond the recent ones, whatever the server finds.
  const found = useQuery<Conversation[]>({
    queryKey: [`/api/conversations?${new URLSearchParams({ limit: '20', search })}`],
    enabled: search !== '',
    ...fresh,
  })
  const own = useQuery<CharacterSummary[]>({ queryKey: characterKeys.own, ...fresh })
  const gallery = useQuery<CharacterSummary[]>({
    queryKey: [galleryPath({ limit: 20, ...(search ? { search } : {}) }, null)],
    placeholderData: keepPreviousData,
    ...fresh,
  })
  const groups = useMemo(
    () =>
      findEntries(query, [
        {
          label: 'Conversations',
          entries: conversationsOf(conversations.data ?? [], found.data ?? [], search),
        },
        {
          label: 'Characters',
          entries: charactersOf(
            conversations.data ?? [],
            own.data ?? [],
            gallery.data ?? [],
            gallery.isPlaceholderData ? '' : search,
          ),
        },
        { label: 'Pages', entries: pagesFor(user) },
      ]),
    [query, search, conversations.data, found.data, own.data, gallery.data, gallery.isPlaceholderData, user],
  )
  return { groups, isSearching: gallery.isFetching || found.isFetching || search !== query.trim() }
}

/** The recent ones and those the server found, each once. What it found is found, so the search is one of its words. */
function conversationsOf(recent: Conversation[], found: Conversation[], search: string): Entry[] {
  const known = new Set(recent.map(({ id }) => id))
  const more = found.filter(({ id }) => !known.has(id))
  return [...recent.map(conversationEntry), ...more.map((one) => ({ ...conversationEntry(one), keywords: search }))]
}

function conversationEntry(conversation: Conversation): Entry {
  const { id, characterName: name, characterAvatar: src, characterCategory } = conversation
  return {
    id: `conversation-${id}`,
    title: titleOf(conversation),
    detail: name,
    to: conversationPath(id),
    face: { name, src, hue: hueOf(characterCategory) },
  }
}

/** Those talked to last, one's own, then the public ones; each once. What the server found is found, so the search is one of its words. */
function charactersOf(
  talked: Conversation[],
  own: CharacterSummary[],
  gallery: CharacterSummary[],
  search: string,
): Entry[] {
  const entries = new Map<string, Entry>()
  const add = (id: string, name: string, category: string, src: string, keywords = '') => {
    if (entries.has(id)) return
    const face = { name, src, hue: hueOf(category) }
    entries.set(id, { id: `character-${id}`, title: name, detail: category, to: chatPath(id), keywords, face })
  }
  for (const one of talked) {
    if (one.characterAvailable) add(one.characterId, one.characterName, one.characterCategory, one.characterAvatar)
  }
  for (const { id, name, category, avatar, description } of own) add(id, name, category, avatar, description)
  for (const { id, name, category, avatar, description } of gallery) {
    add(id, name, category, avatar, `${description} ${search}`)
  }
  return [...entries.values()]
}

function pagesFor(user: User): Entry[] {
  const page = (to: string, title: string, keywords = ''): Entry => ({
    id: `page-${to}`,
    title,
    detail: '',
    to,
    keywords,
  })
  const listed = [...mainNavigation, ...createNavigation].map(({ to, label }) => page(to, label, pageWords[to]))
  const desk = entitlements[user.accountType].moderationDashboard
    ? [page('/admin', 'Admin', 'moderation flags audit')]
    : []
  return [...listed, page('/pricing', 'Pricing', 'plans premium free'), ...desk]
}

const pageWords: Record<string, string> = {
  '/': 'start welcome',
  '/discover': 'gallery browse search categories',
  '/trending': 'popular',
  '/create': 'new write',
  '/subscribe': 'premium upgrade payment',
}
