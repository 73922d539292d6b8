/** The placeholders in the built `home.html` that the server replaces with the texts for the user. */
export const homePlaceholders: HomeTexts = { title: '{{title}}', text: '{{text}}' }

/** The heading of the home page and the line below it. */
export interface HomeTexts {
  title: string
  text: string
}

export const lastConversationLabel = 'Continue your last conversation'

/** A newcomer has nothing to come back to. */
export function homeTexts({ name, isNewcomer }: { name: string; isNewcomer: boolean }): HomeTexts {
  if (isNewcomer) return { title: `Welcome, ${name}`, text: 'Choose a character to chat with, or create your own.' }
  return { title: `Welcome back, ${name}`, text: `${lastConversationLabel}, or meet someone new.` }
}
