import { Button } from '#client/ui/button.tsx'

export function CallToAction({ onJoin }: { onJoin: () => void }) {
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
