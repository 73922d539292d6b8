import type { AuthTab } from '#client/accounts/auth-dialog.tsx'
import { useTitle } from '#client/lib/use-title.ts'
import { CallToAction } from './call-to-action.tsx'
import { FeatureBlurbs } from './feature-blurbs.tsx'
import { FeaturedCharacters } from './featured-characters.tsx'
import { Hero } from './hero.tsx'
import { Stats } from './stats.tsx'

/** The page for signed-out visitors, on every path but `/subscribe`. */
export function LandingPage({ onAuth }: { onAuth: (tab: AuthTab) => void }) {
  useTitle('Troupe · Talk with AI characters')
  const openSignUp = () => onAuth('register')
  return (
    <>
      <Hero onJoin={openSignUp} />
      <FeaturedCharacters onPick={openSignUp} />
      <FeatureBlurbs />
      <Stats />
      <CallToAction onJoin={openSignUp} />
    </>
  )
}
