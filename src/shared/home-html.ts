import { escapeHtml } from './escape-html.ts'

/** The heading of the home page and the line below it. */
export interface HomeTexts {
  title: string
  text: string
}

/** The images of the cards in the first row on a wide screen. */
export const firstRow = 4

/** The placeholders in the built `home.html` that the server replaces with the texts and the images for the user. */
export const homePlaceholders: HomeTexts & { posters: string[] } = {
  title: '{{title}}',
  text: '{{text}}',
  posters: Array.from({ length: firstRow }, (_, index) => `{{poster ${index + 1}}}`),
}

export const lastConversationLabel = 'Continue your last conversation'

/** A new user has no conversation to continue. */
export function homeTexts({ name, isNewcomer }: { name: string; isNewcomer: boolean }): HomeTexts {
  if (isNewcomer) return { title: `Welcome, ${name}`, text: 'Choose a character to chat with, or create your own.' }
  return { title: `Welcome back, ${name}`, text: `${lastConversationLabel}, or meet someone new.` }
}

export interface HomePoster {
  src: string
  hue: number
}

/** A card's image as it will be once the application runs (client/characters/poster.tsx). */
export function posterHtml({ src, hue }: HomePoster): string {
  const image = `<img src="${escapeHtml(src)}" alt="" width="400" height="400" class="poster-image">`
  return `<div class="poster absolute inset-0" style="--hue:${hue}">${image}</div>`
}
