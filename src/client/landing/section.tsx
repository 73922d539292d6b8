import type { ReactNode } from 'react'

interface SectionProps {
  id?: string
  title: string
  text?: string
  children: ReactNode
}

/** A section of the landing page with a heading. */
export function Section({ id, title, text, children }: SectionProps) {
  return (
    <section id={id} className="mx-auto max-w-[1440px] scroll-mt-6 px-5 pt-20 sm:px-8 lg:px-14 lg:pt-28">
      <h2 className="font-[550] text-3xl leading-[1.1] tracking-[-0.025em] sm:text-4xl">{title}</h2>
      {text && <p className="mt-2.5 max-w-[56ch] text-[1.0625rem] text-ink-soft">{text}</p>}
      <div className="mt-8 lg:mt-10">{children}</div>
    </section>
  )
}
