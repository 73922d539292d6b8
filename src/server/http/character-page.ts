import { hash } from 'node:crypto'
import { hueOf } from '#shared/category-hues.ts'
import type { Character } from '#shared/characters.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import { displayableSrc } from '#shared/image-src.ts'
import { initials } from '#shared/initials.ts'

/** A character whose link was shared, as everybody may see it. */
export type SharedCharacter = Pick<
  Character,
  'id' | 'name' | 'description' | 'category' | 'userRole' | 'avatar' | 'createdBy' | 'chatCount' | 'rating'
>

/** The id in the address of a character's page, or undefined. */
export const sharedCharacterId = (pathname: string): string | undefined =>
  /^\/characters\/([\w-]{1,64})$/.exec(pathname)?.[1]

/** The landing page with a character at its beginning, and a preview of the character for the services that show links. */
export function fillCharacterPage(landing: string, character: SharedCharacter, origin: string): string {
  const { id, name, description, avatar } = character
  // Services fetch a picture once for each address, so a changed character has another one.
  const version = hash('sha256', JSON.stringify([name, description, avatar])).slice(0, 12)
  const added = [
    `<meta property="og:url" content="${origin}/characters/${id}" />`,
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
  ]
  const property = (key: string, content: string) =>
    [
      new RegExp(`<meta property="og:${key}" content="[^"]*" />`),
      `<meta property="og:${key}" content="${escapeHtml(content)}" />`,
    ] as const
  const changes = [
    [/<title>[^<]*<\/title>/, `<title>${escapeHtml(`${name} · Troupe`)}</title>`],
    [
      /<meta name="description" content="[^"]*" \/>/,
      `<meta name="description" content="${escapeHtml(description)}" />`,
    ],
    property('title', name),
    property('description', description),
    property('image', `${origin}/previews/${id}.jpg?v=${version}`),
    ['name="twitter:card" content="summary"', 'name="twitter:card" content="summary_large_image"'],
    ['</head>', `${added.join('\n    ')}\n  </head>`],
    ['<div id="shared-character"></div>', `<div id="shared-character">${characterHtml(character)}</div>`],
  ] as const
  return changes.reduce<string>((page, [found, replacement]) => page.replace(found, () => replacement), landing)
}

/** Styled as the pages of the client. A click on the button is handled in client/landing/landing-page.tsx. */
function characterHtml(character: SharedCharacter): string {
  const { id, name, description, category, userRole, avatar, createdBy, chatCount, rating } = character
  const src = displayableSrc(avatar)
  const image = src
    ? `<img src="${escapeHtml(src)}" alt="" width="400" height="400" class="poster-image">`
    : `<span aria-hidden="true" class="absolute inset-0 grid place-items-center font-display font-semibold text-6xl text-ink opacity-55">${escapeHtml(initials(name))}</span>`
  const figures = [
    ...(rating === null ? [] : [`<span class="text-gilt-ink">★ ${rating.toFixed(1)} of 5</span>`]),
    `<span>${chatCount} ${chatCount === 1 ? 'chat' : 'chats'}</span>`,
  ]
  const role = userRole
    ? `<p dir="auto" class="mt-3 font-prose text-speech italic">You play as: ${escapeHtml(userRole)}</p>`
    : ''
  return `<section aria-labelledby="shared-name" class="mx-auto max-w-[1440px] px-5 pt-4 sm:px-8 lg:px-14">
<div class="grid overflow-hidden rounded-2xl border border-line bg-card shadow-card sm:grid-cols-[minmax(0,17rem)_1fr]">
<div class="poster relative min-h-56 overflow-hidden max-sm:aspect-[5/4]" style="--hue:${hueOf(category)}">${image}</div>
<div class="flex flex-col items-start p-5 wrap-anywhere sm:p-8">
<p class="text-ink-soft text-sm">${escapeHtml(category)} · by <span dir="auto">${escapeHtml(createdBy)}</span></p>
<h2 id="shared-name" dir="auto" class="mt-1 text-3xl sm:text-4xl">${escapeHtml(name)}</h2>
<p class="mt-2 flex flex-wrap gap-x-4 text-ink-soft text-sm">${figures.join('')}</p>
<p dir="auto" class="mt-4 line-clamp-[8] max-w-[65ch] whitespace-pre-line">${escapeHtml(description)}</p>
${role}
<button type="button" data-character="${escapeHtml(id)}" class="button-lg mt-6 inline-flex items-center justify-center rounded-md bg-curtain font-[550] text-curtain-ink hover:bg-curtain-deep max-sm:w-full">Sign up free and chat</button>
</div>
</div>
</section>`
}
