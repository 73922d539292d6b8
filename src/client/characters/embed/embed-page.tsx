import { ExternalLink, RotateCcw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { call, errorText, hasStatus } from '#client/lib/http.ts'
import { useMediaQuery } from '#client/lib/media-query.ts'
import { characterPath } from '#client/lib/paths.ts'
import { beginOf } from '#client/lib/reply-stream.ts'
import { useSite } from '#client/lib/site.ts'
import { tryOrNull } from '#client/lib/try-or-null.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { TooltipProvider } from '#client/ui/tooltip.tsx'
import { hueOf } from '#shared/category-hues.ts'
import type { HistoryEntry } from '#shared/chat.ts'
import { embedLimits } from '#shared/embed-limits.ts'
import type { EmbeddedCharacter } from '#shared/embeds.ts'
import { newestOf } from '#shared/newest-of.ts'
import { createUnsavedChat } from '../unsaved-chat.ts'
import { UnsavedChatView } from '../unsaved-chat-view.tsx'

/** A chat with a character in a frame of another website. */
export function EmbedPage({ token }: { token: string }) {
  const [character, setCharacter] = useState<EmbeddedCharacter | null>(null)
  const [error, setError] = useState<unknown>(null)
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  useEffect(() => void document.documentElement.classList.toggle('dark', isDark), [isDark])
  const load = useCallback(() => {
    setError(null)
    call('GET /api/embed/:token', { params: { token } }).then(setCharacter, setError)
  }, [token])
  useEffect(load, [load])
  if (character) {
    return (
      <TooltipProvider>
        <EmbeddedChat token={token} character={character} />
      </TooltipProvider>
    )
  }
  return (
    <main
      id="main"
      className="grid h-dvh place-content-center justify-items-center gap-4 p-5 text-center text-ink-soft"
    >
      <p role={error ? 'alert' : 'status'}>{error ? errorText(error) : 'Loading…'}</p>
      {error !== null && !hasStatus(error, 404) && <Button onClick={load}>Try again</Button>}
    </main>
  )
}

function EmbeddedChat({ token, character }: { token: string; character: EmbeddedCharacter }) {
  const { id, name, category, avatar, greeting } = character
  const siteName = useSite().name
  const [chat] = useState(() => createStoredChat(token))
  const isBegun = useStore(chat, ({ messages }) => messages.length > 0)
  useTitle(name)
  const send = (message: string) =>
    chat.send(
      (said) =>
        beginOf('POST /api/embed/:token/chat', {
          params: { token },
          body: { ...said, history: newestOf(said.history, embedLimits) },
        }),
      message,
      greeting,
    )
  return (
    <main id="main" className="mx-auto flex h-dvh max-w-3xl flex-col px-3 pb-2 sm:px-5">
      <header className="flex items-center gap-2.5 border-line border-b py-1.5">
        <Avatar name={name} src={avatar} hue={hueOf(category)} />
        <h1 dir="auto" className="min-w-0 flex-1 truncate font-display font-semibold text-lg">
          {name}
        </h1>
        <IconButton label="New chat" side="bottom" icon={RotateCcw} disabled={!isBegun} onClick={chat.restart} />
      </header>
      <UnsavedChatView chat={chat} name={name} greeting={greeting} onSend={send} />
      <p className="flex flex-wrap items-center justify-between gap-x-3 pt-1 text-ink-soft text-xs">
        This is an AI. Nothing is stored.
        <a
          href={characterPath(id)}
          target="_blank"
          rel="noopener"
          className="flex min-h-11 items-center gap-1.5 underline underline-offset-2 hover:text-ink"
        >
          Open in {siteName}
          <ExternalLink aria-hidden size={13} />
        </a>
      </p>
    </main>
  )
}

/** A chat that a reload of the page does not end. Browsers may refuse the storage in a frame. */
function createStoredChat(token: string) {
  const key = `embed-${token}`
  const stored = tryOrNull(() => JSON.parse(sessionStorage.getItem(key) ?? '[]') as HistoryEntry[])
  const chat = createUnsavedChat(stored ?? [])
  chat.subscribe(({ messages, isWaiting }) => {
    if (!isWaiting) tryOrNull(() => sessionStorage.setItem(key, JSON.stringify(messages)))
  })
  return chat
}
