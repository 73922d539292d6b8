import { useState } from 'react'
import type { AuthTab } from '#client/accounts/auth-dialog.tsx'
import { chatPath, sampleChatPath } from '#client/lib/paths.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { FeatureBlurbs } from './feature-blurbs.tsx'
import { FeaturedCharacters } from './featured-characters.tsx'
import { Hero } from './hero.tsx'

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

function CallToAction({ onJoin }: { onJoin: () => void }) {
  return (
    <section className="mx-auto max-w-[1440px] px-5 py-20 sm:px-8 lg:px-14 lg:py-28">
      <div className="backdrop flex flex-col items-center rounded-2xl px-6 py-16 text-center lg:py-24">
        <h2 className="max-w-[18ch] font-[550] text-4xl leading-[1.05] tracking-[-0.025em] lg:text-5xl">
          Create a character of your own.
        </h2>
        <p className="mt-4 max-w-[44ch] text-[1.0625rem]">Give them a name and a greeting, and start to chat.</p>
        <Button size="lg" className="mt-8" onClick={onJoin}>
          Create Your First Character
        </Button>
      </div>
    </section>
  )
}

/** Static marketing figures. */
const stats = [
  { figure: '50K+', label: 'Active characters' },
  { figure: '2M+', label: 'Conversations' },
  { figure: '100K+', label: 'Users' },
  { figure: '15+', label: 'Categories' },
] as const

function Stats() {
  return (
    <section aria-label="Troupe in figures" className="mx-auto max-w-[1440px] px-5 pt-20 sm:px-8 lg:px-14 lg:pt-28">
      <dl className="grid grid-cols-2 gap-y-9 border-line border-y py-10 lg:grid-cols-4 lg:py-12">
        {stats.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse items-center gap-2 text-center">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-[550] font-display text-4xl leading-none tracking-[-0.025em] lg:text-5xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
