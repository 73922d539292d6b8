import type { AuthTab } from '#client/accounts/auth-dialog.tsx'
import { sampleChatPath } from '#client/lib/paths.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { CallToAction } from './call-to-action.tsx'
import { FeatureBlurbs } from './feature-blurbs.tsx'
import { FeaturedCharacters } from './featured-characters.tsx'
import { Hero } from './hero.tsx'
import { Stats } from './stats.tsx'

interface LandingPageProps {
  /** Opens the dialog. Signing in leads to `destination`. */
  onAuth: (tab: AuthTab, destination?: string) => void
}

/** The page for signed-out visitors, on every path but `/subscribe`. */
export function LandingPage({ onAuth }: LandingPageProps) {
  useTitle('Troupe · Talk with AI characters')
  const signUpFor = (destination?: string) => onAuth('register', destination)
  return (
    <>
      <Hero onJoin={() => signUpFor()} />
      <FeaturedCharacters onPick={(slug) => signUpFor(sampleChatPath(slug))} />
      <FeatureBlurbs />
      <Stats />
      <CallToAction onJoin={() => signUpFor('/create')} />
    </>
  )
}
