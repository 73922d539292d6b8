import { Drama, type LucideIcon, MessagesSquare, PenLine, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AuthTab } from '#client/accounts/auth-dialog.tsx'
import { ChatCount } from '#client/characters/chat-count.tsx'
import { Poster } from '#client/characters/poster.tsx'
import { chatPath, sampleChatPath } from '#client/lib/paths.ts'
import { useSite } from '#client/lib/site.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { siteTexts } from '#shared/site.ts'
import { type FeaturedCharacter, featured, portraitOf } from './featured.ts'

interface LandingPageProps {
  /** Opens the dialog. Signing in leads to `destination`. */
  onAuth: (tab: AuthTab, destination?: string) => void
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

const stats = [
  { figure: '50K+', label: 'Active characters' },
  { figure: '2M+', label: 'Conversations' },
  { figure: '100K+', label: 'Users' },
  { figure: '15+', label: 'Categories' },
] as const

function Stats() {
  return (
    <section aria-label="In figures" className="mx-auto max-w-[1440px] px-5 pt-20 sm:px-8 lg:px-14 lg:pt-28">
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

/** Eight sample characters. A click on one opens the sign-up dialog, which leads to a chat with it. */
function FeaturedCharacters({ onPick }: { onPick: (slug: string) => void }) {
  return (
    <Section
      id="characters"
      title="Meet the characters"
      text="A few of the characters you can chat with. Choose one to begin. The chat counts are examples."
    >
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4 lg:gap-5">
        {featured.map((character) => (
          <FeaturedCard key={character.slug} character={character} onPick={onPick} />
        ))}
      </ul>
    </Section>
  )
}

function FeaturedCard({ character, onPick }: { character: FeaturedCharacter; onPick: (slug: string) => void }) {
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-lg border border-line bg-card shadow-card transition-[box-shadow,translate] duration-200 ease-out hover:-translate-y-0.5 hover:shadow-raised">
      <Poster
        name={character.name}
        avatar={portraitOf(character.slug)}
        category={character.category}
        className="aspect-[5/4]"
      >
        <Badge variant="label" className="absolute top-2.5 left-2.5 sm:top-3 sm:left-3">
          {character.category}
        </Badge>
      </Poster>
      <div className="flex flex-1 flex-col gap-[7px] p-3.5 sm:p-4">
        <h3 className="text-lg sm:text-xl">
          <button
            type="button"
            onClick={() => onPick(character.slug)}
            className="text-left after:absolute after:inset-0 after:rounded-lg group-hover:text-curtain"
          >
            {character.name}
          </button>
        </h3>
        <p className="line-clamp-3 text-ink-soft text-sm leading-[1.45] lg:line-clamp-2">{character.description}</p>
        <p className="mt-auto flex items-center gap-1.5 pt-1 text-ink-soft text-xs">
          <ChatCount count={character.chatCount} /> chats
        </p>
      </div>
    </li>
  )
}

const blurbs: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: MessagesSquare,
    title: 'Chat with AI characters',
    text: 'They answer in their own style, remember what you told them, and continue where you stopped.',
  },
  {
    icon: PenLine,
    title: 'Create custom characters',
    text: 'A name, a personality, a secret and a greeting. Create a character in minutes, and change it at any time.',
  },
  {
    icon: Drama,
    title: 'Community gallery',
    text: 'Mentors, captains, ghosts and baristas, written by people like you and shared with everyone.',
  },
  {
    icon: ShieldCheck,
    title: 'Safe and respectful',
    text: 'Clear content ratings, a filter that is on by default, and a report button on every character.',
  },
]

function FeatureBlurbs() {
  return (
    <Section title="What you can do here">
      <ul className="grid grid-cols-1 gap-x-12 gap-y-9 sm:grid-cols-2 lg:grid-cols-4 lg:gap-x-9">
        {blurbs.map(({ icon: Icon, title, text }) => (
          <li key={title} className="border-line border-t pt-6">
            <Icon aria-hidden size={24} strokeWidth={1.6} className="text-curtain" />
            <h3 className="mt-4 text-xl">{title}</h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface SectionProps {
  id?: string
  title: string
  text?: string
  children: ReactNode
}

function Section({ id, title, text, children }: SectionProps) {
  return (
    <section id={id} className="mx-auto max-w-[1440px] scroll-mt-6 px-5 pt-20 sm:px-8 lg:px-14 lg:pt-28">
      <h2 className="font-[550] text-3xl leading-[1.1] tracking-[-0.025em] sm:text-4xl">{title}</h2>
      {text && <p className="mt-2.5 max-w-[56ch] text-[1.0625rem] text-ink-soft">{text}</p>}
      <div className="mt-8 lg:mt-10">{children}</div>
    </section>
  )
}

export function Hero({ onJoin }: { onJoin: () => void }) {
  const { welcomeText } = useSite()
  return (
    <section className="mx-auto grid grid-cols-1 max-w-[1440px] items-center gap-10 px-5 pt-8 sm:px-8 md:pt-12 lg:grid-cols-[1.05fr_1fr] lg:px-14 lg:pt-15">
      <div>
        <h1 className="font-[550] text-[clamp(2.75rem,1.3rem+6vw,4.5rem)] leading-none tracking-[-0.025em]">
          Someone is waiting in the wings.
        </h1>
        <p
          data-site="welcome"
          suppressHydrationWarning
          className="mt-[22px] mb-[30px] max-w-[46ch] whitespace-pre-line text-[1.1875rem] text-ink-soft leading-[1.55]"
        >
          {welcomeText || siteTexts.welcome}
        </p>
        <div className="flex flex-wrap gap-2.5 max-sm:*:flex-auto">
          <Button size="lg" onClick={onJoin}>
            Get Started Free
          </Button>
          <a href="#characters" className={buttonClass({ variant: 'outline', size: 'lg' })}>
            Explore Characters
          </a>
        </div>
      </div>
      <HeroImage />
    </section>
  )
}

/** Three characters as decoration. They are introduced further down the page. */
function HeroImage() {
  return (
    <div
      aria-hidden
      className="backdrop relative aspect-[628/560] w-full overflow-hidden rounded-t-2xl max-lg:rounded-2xl sm:max-lg:aspect-[16/10]"
    >
      <Portrait slug="bea-lindqvist" className="-left-[2%] w-[46%] opacity-92" />
      <Portrait slug="wren-of-harrow" className="-right-[3%] w-[43%] opacity-92" />
      <Portrait slug="ines-calder" className="left-1/2 w-[64%] -translate-x-1/2" />
    </div>
  )
}

function Portrait({ slug, className }: { slug: string; className: string }) {
  return (
    <img
      src={portraitOf(slug)}
      alt=""
      width={400}
      height={400}
      fetchPriority="high"
      className={`absolute -bottom-[3.2%] aspect-square h-auto ${className}`}
    />
  )
}
