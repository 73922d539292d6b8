import { History, Users } from 'lucide-react'
import { Link } from 'react-router'
import { resumeChatPath } from '#client/lib/paths.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyStage } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { SidebarTrigger } from '#client/ui/sidebar/sidebar-context.tsx'
import { RowsSkeleton } from '#client/ui/skeleton.tsx'
import { hueOf } from '#shared/category-hues.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { ConversationPanel, useConversationPanel } from '../conversation-list/conversation-panel.tsx'
import { startSceneDialog } from '../dialogs.ts'
import { ChatSidebar, useChatPartners } from './chat-sidebar.tsx'

export function CharacterPicker() {
  useTitle('Chat')
  const panel = useConversationPanel()
  return (
    <>
      <ChatSidebar selected={null} />
      <div className="relative min-w-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-[1100px] px-4 pt-3 pb-16 sm:px-8 md:pt-9 lg:px-11">
          <header className="mb-7 flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
            <div className="flex min-w-0 items-center gap-1">
              <SidebarTrigger />
              <h1 className="font-[550] text-3xl leading-[1.1] tracking-[-0.025em] sm:text-4xl">Select a Character</h1>
            </div>
            <div className="flex flex-wrap gap-2.5">
              <Button
                variant="outline"
                icon={History}
                className="max-sm:!px-3"
                aria-expanded={panel.open}
                onClick={() => panel.setOpen(!panel.open)}
              >
                Conversations
              </Button>
              <Button variant="outline" icon={Users} className="max-sm:!px-3" onClick={() => startSceneDialog.open({})}>
                Start a scene
              </Button>
              <ButtonLink to="/" variant="outline" className="max-sm:!px-3">
                Back to Home
              </ButtonLink>
            </div>
          </header>
          <Characters />
        </div>
      </div>
      <ConversationPanel panel={panel} currentId={null} />
    </>
  )
}

function Characters() {
  const { mine, others, isPending, error, retry } = useChatPartners()
  if (isPending) {
    return (
      <RowsSkeleton
        label="Loading characters"
        count={6}
        className={columns}
        rowClass="gap-3.5 rounded-lg border border-line bg-card p-3"
        imageClass="size-16 !rounded-[11px]"
      />
    )
  }
  if (mine.length + others.length === 0)
    return error ? <LoadError what="the characters" query={{ error, refetch: retry }} /> : <NoCharacters />
  return (
    <>
      {mine.length > 0 && <CharacterGrid title="Your characters" characters={mine} />}
      {others.length > 0 && <CharacterGrid title="From the gallery" characters={others} />}
    </>
  )
}

const columns = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3'

function CharacterGrid({ title, characters }: { title: string; characters: readonly CharacterSummary[] }) {
  return (
    <section aria-label={title} className="mb-9">
      <h2 className="mb-3.5 text-xl">{title}</h2>
      <ul className={columns}>
        {characters.map((character) => (
          <li key={character.id}>
            <CharacterCard character={character} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CharacterCard({ character: { id, name, avatar, category, description } }: { character: CharacterSummary }) {
  return (
    <Link
      to={resumeChatPath(id)}
      className="flex h-full items-center gap-3.5 rounded-lg border border-line bg-card p-3 pr-4 shadow-card transition-[box-shadow,border-color,background-color] duration-150 hover:border-line-strong hover:bg-curtain-wash/40"
    >
      <Avatar name={name} src={avatar} hue={hueOf(category)} className="size-16 rounded-[11px] text-2xl" lazy />
      <span className="min-w-0 flex-1">
        <span
          dir="auto"
          className="block truncate py-px font-display font-semibold text-[1.0625rem] tracking-[-0.015em]"
          title={name}
        >
          {name}
        </span>
        <span className="block text-ink-soft text-xs">{category}</span>
        <span dir="auto" className="mt-1 block truncate text-ink-soft text-sm">
          {description}
        </span>
      </span>
    </Link>
  )
}

function NoCharacters() {
  return (
    <EmptyState
      drawing={<EmptyStage />}
      title="No characters yet"
      action={<ButtonLink to="/create">Create Character</ButtonLink>}
    >
      Create a character, then start to chat.
    </EmptyState>
  )
}
