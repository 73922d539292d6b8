import type { AuthTab } from '#client/accounts/auth-dialog.tsx'
import { useTitle } from '#client/lib/use-title.ts'
import { CallToAction } from './call-to-action.tsx'
import { FeatureBlurbs } from './feature-blurbs.tsx'
import { FeaturedCharacters } from './featured-characters.tsx'
import { Hero } from './hero.tsx'
import { Stats } from './stats.tsx'

/** What visitors see, whatever address brought them. */
export function LandingPage({ onAuth }: { onAuth: (tab: AuthTab) => void }) {
  useTitle('Troupe · Talk with AI characters')
  const join = () => onAuth('register')
  return (
    <>
      <Hero onJoin={join} />
      <FeaturedCharacters onPick={join} />
      <FeatureBlurbs />
      <Stats />
      <CallToAction onJoin={join} />
    </>
  )
}
