import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { resumeChatPath } from '#client/lib/paths.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { hueOf } from '#shared/category-hues.ts'
import { galleryQuery } from './gallery-path.ts'

/** The newest characters of users, which have few chats yet. Nothing while there are none. */
export function NewCharacters() {
  const query = galleryQuery({ sort: 'new', only: 'new', limit: 6 })
  const { data = [] } = useQuery({
    ...queryOf('GET /api/characters/public', { query }),
    // As long as the first page of the gallery, which the sidebar uses too: it would be requested again after five minutes.
    gcTime: Number.POSITIVE_INFINITY,
  })
  if (data.length === 0) return null
  return (
    <section aria-labelledby="new-characters" className="@container my-8">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h3 id="new-characters" className="text-xl">
          New
        </h3>
        <Link
          to="/discover?sort=new"
          className="inline-flex min-h-11 items-center text-ink-soft text-sm underline underline-offset-4 hover:text-ink"
        >
          All new characters
        </Link>
      </div>
      <ul className="grid @min-[27rem]:grid-cols-2 @min-[44rem]:grid-cols-3 gap-3">
        {data.map(({ id, name, avatar, category, createdBy }) => (
          <li
            key={id}
            className="relative flex min-w-0 items-center gap-3 rounded-lg border border-line bg-card p-3 shadow-card transition-shadow duration-150 focus-within:shadow-raised hover:shadow-raised"
          >
            <Avatar name={name} src={avatar} hue={hueOf(category)} className="size-13 rounded-lg text-lg" lazy />
            <span className="min-w-0">
              <Link
                to={resumeChatPath(id)}
                aria-label={`Chat with ${name}`}
                className="block truncate font-display font-semibold after:absolute after:inset-0 after:rounded-lg"
              >
                {name}
              </Link>
              <span className="block truncate text-ink-soft text-xs">
                {category} · by {createdBy}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
