import { useState } from 'react'
import type { AuthTab } from '#client/accounts/auth-dialog.tsx'
import { chatPath, sampleChatPath } from '#client/lib/paths.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { CallToAction } from './call-to-action.tsx'
import { FeatureBlurbs } from './feature-blurbs.tsx'
import { FeaturedCharacters } from './featured-characters.tsx'
import { Hero } from './hero.tsx'
import { Stats } from './stats.tsx'

interface LandingPageProps {
  /** Opens the dialog. Signing in leads to `destination`. */
  onAuth: (tab: AuthTab, destination?: string) => void
  /** The title of the text above it. */
  title?: string
}

/** The page for signed-out visitors, on every path but `/subscribe`. */
export function LandingPage({ onAuth, title }: LandingPageProps) {
  const [ownTitle] = useState(() => sharedTitle() ?? 'Troupe · Talk with AI characters')
  useTitle(title ?? ownTitle)
  const signUpFor = (destination?: string) => onAuth('register', destination)
  return (
    <>
      <SharedCharacter onChat={(id) => signUpFor(chatPath(id))} />
      <Hero onJoin={() => signUpFor()} />
      <FeaturedCharacters onPick={(slug) => signUpFor(sampleChatPath(slug))} />
      <FeatureBlurbs />
      <Stats />
      <CallToAction onJoin={() => signUpFor('/create')} />
    </>
  )
}

/** The name of the character that the server has put into the page. */
function sharedTitle(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.getElementById('shared-name')?.textContent
}

/** Where the server puts the character of a link that was shared (server/http/character-page.ts). */
function SharedCharacter({ onChat }: { onChat: (id: string) => void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the click on the button in it
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys click the button
    <div
      id="shared-character"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that React keeps what the server has sent
      dangerouslySetInnerHTML={{ __html: '' }}
      onClick={({ target }) => {
        const button = target instanceof Element ? target.closest<HTMLElement>('[data-character]') : null
        if (button?.dataset.character) onChat(button.dataset.character)
      }}
    />
  )
}
