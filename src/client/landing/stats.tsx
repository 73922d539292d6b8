/** Static marketing figures. */
const stats = [
  { figure: '50K+', label: 'Active characters' },
  { figure: '2M+', label: 'Conversations' },
  { figure: '100K+', label: 'Users' },
  { figure: '15+', label: 'Categories' },
] as const

export function Stats() {
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
