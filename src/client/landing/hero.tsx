import { useSite } from '#client/lib/site.ts'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { siteTexts } from '#shared/site.ts'
import { portraitOf } from './featured.ts'

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
        <div className="flex flex-wrap gap-2.5 max-sm:*:flex-1">
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
