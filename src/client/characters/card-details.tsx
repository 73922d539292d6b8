import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { addressOf } from '#client/lib/http.ts'
import { buttonClass } from '#client/ui/button-class.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { MarkdownText } from '#client/ui/markdown-text.tsx'
import type { Character } from '#shared/characters.ts'
import { exportRoutes } from './export-routes.ts'
import { tagPath } from './gallery-path.ts'

const definition = {
  definition: 'Definition',
  scenario: 'Scenario',
  exampleDialogue: 'Example dialogue',
  systemPrompt: 'System prompt',
  postHistoryInstructions: 'Instructions after the history',
} as const

export function Tags({ tags }: Pick<Character, 'tags'>) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="mt-4 flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag} className="min-w-0 max-w-full">
          <Link
            to={tagPath(tag)}
            dir="auto"
            className="inline-flex min-h-9 max-w-full items-center rounded-full border border-line bg-card px-3.5 text-ink-soft text-xs hover:border-line-strong hover:text-ink max-md:min-h-11 pointer-coarse:min-h-11"
          >
            <span className="truncate">{tag}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** What a character's card says to readers, and the definition where they may read it. */
export function CardDetails({ character }: { character: Character }) {
  const { creatorNotes, characterVersion, sources } = character
  const facts = [characterVersion && `Version ${characterVersion}`, ...sources.map((source) => `From ${source}`)]
  const texts = Object.entries(definition).flatMap(([field, label]) => {
    const text = character[field as keyof typeof definition]
    return text ? [{ label, text }] : []
  })
  return (
    <>
      {creatorNotes && (
        <section className="mt-6 w-full">
          <h2 className="mb-1.5 font-semibold text-lg">From the author</h2>
          <MarkdownText text={creatorNotes} />
        </section>
      )}
      {facts.some(Boolean) && (
        <p className="mt-4 text-ink-soft text-sm wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
      )}
      {texts.length > 0 && (
        <Disclosure
          title={character.isDefinitionPublic ? 'Read the definition' : 'Read the definition (only you can)'}
          className="mt-4 w-full"
        >
          <dl className="mt-2 flex flex-col gap-5">
            {texts.map(({ label, text }) => (
              <div key={label}>
                <dt className="font-[550] text-sm">{label}</dt>
                <dd dir="auto" className="mt-1 whitespace-pre-line text-ink-soft text-sm leading-relaxed wrap-anywhere">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      )}
    </>
  )
}

/** Downloads of the card, for readers whom the author allows it. */
export function ExportLinks({ id }: { id: string }) {
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-1 text-sm">
      {Object.entries(exportRoutes).map(([type, route]) => (
        <a
          key={type}
          href={addressOf(route, { params: { id } })}
          download
          className={buttonClass({ variant: 'quiet', className: 'first:-ml-4' })}
        >
          <Download aria-hidden size={15} />
          Export as {type}
        </a>
      ))}
    </p>
  )
}
