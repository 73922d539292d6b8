import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { CategoryChips } from '#client/characters/category-chips.tsx'
import { Gallery } from '#client/characters/gallery.tsx'
import { NewCharacters } from '#client/characters/new-characters.tsx'
import { useGalleryFilters } from '#client/characters/use-gallery-filters.ts'
import { conversationPath } from '#client/chat/api/conversation-paths.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyBook, EmptyStage } from '#client/ui/drawings.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { mayBrowse } from '#shared/entitlements.ts'

export function HomePage() {
  const user = useUser()
  const { filters, setFilters } = useGalleryFilters()
  const { category } = filters
  const title = user.isNewcomer ? `Welcome, ${user.name}` : `Welcome back, ${user.name}`
  const text = user.accountType === 'admin' ? <NoModelNotice /> : <HomeInvitation />
  return (
    <>
      <PageHeader title={title} tab="Troupe" text={text} action={<CreateLink />} />
      <div className="mb-6">
        <CategoryChips
          value={category}
          onChange={(next) => setFilters({ category: next })}
          hasExplicit={mayBrowse(user, 'explicit')}
        />
      </div>
      <h2 className="sr-only">{category ?? 'All'} characters</h2>
      <Gallery
        filters={category ? { category } : {}}
        newCharacters={!category && <NewCharacters />}
        empty={{
          drawing: category ? <EmptyBook /> : <EmptyStage />,
          title: category ? `No ${category} characters yet` : 'No characters yet',
          text: 'Create the first one, and others will find it here.',
          action: <CreateLink />,
        }}
      />
    </>
  )
}

function CreateLink() {
  return <ButtonLink to="/create">Create Character</ButtonLink>
}

/**
 * Tells an admin whose installation has no model where to connect one. It is in the line of the invitation, so that the
 * page does not move when it appears.
 */
function NoModelNotice() {
  const { data: model } = useQuery(queryOf('GET /api/model'))
  if (!model?.builtIn) return <HomeInvitation />
  return (
    <>
      No AI model is connected, so a small demo program answers.{' '}
      <Link to="/admin/models" className={linkClass}>
        Connect a model
      </Link>
    </>
  )
}

const lastConversationLabel = 'Continue your last conversation'
const linkClass = 'rounded-sm text-ink underline decoration-curtain decoration-1 underline-offset-4 hover:decoration-2'

/**
 * The line below the heading, with a link to the last conversation and, for an account that has something to lose, to the
 * recovery codes it has not made.
 */
function HomeInvitation() {
  const user = useUser()
  const { data } = useQuery({
    ...queryOf('GET /api/conversations', { query: { limit: 1 } }),
    enabled: !user.isNewcomer,
  })
  const last = data?.[0]
  const { data: codes } = useQuery({ ...queryOf('GET /api/auth/recovery-codes'), enabled: last !== undefined })
  // Loaded, and nothing in it.
  if (user.isNewcomer || (data && !last)) return 'Choose a character to chat with, or create your own.'
  if (!last) return `${lastConversationLabel}, or meet someone new.`
  return (
    <>
      <Link to={conversationPath(last.id)} title={`With ${last.characterName}`} className={linkClass}>
        {lastConversationLabel}
      </Link>
      , or meet someone new.{' '}
      {codes?.remaining === 0 && (
        <>
          A forgotten password would lose your chats:{' '}
          <Link to="/settings/security" className={linkClass}>
            make recovery codes
          </Link>
          .
        </>
      )}
    </>
  )
}
