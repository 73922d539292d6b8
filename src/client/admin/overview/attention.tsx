import { ChevronRight, CircleAlert, CircleCheck, Info } from 'lucide-react'
import { Link } from 'react-router'
import type { Overview } from '#shared/overview.ts'

type Item = Overview['attention'][number]

/** What needs an operator's attention; each item leads to the page to do so, where there is one. */
export function Attention({ items }: { items: Item[] }) {
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="mb-3 text-xl">
        Needs attention
      </h2>
      {items.length === 0 ? (
        <p className="flex items-center gap-3 rounded-lg border border-line bg-card px-5 py-4 text-ink-soft">
          <CircleCheck aria-hidden size={19} className="shrink-0 text-good" />
          Nothing at the moment.
        </p>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card">
          {items.map((item) => (
            <li key={item.text}>
              {item.to === null ? (
                <div className="flex items-center gap-3.5 px-5 py-3.5">
                  <Content item={item} />
                </div>
              ) : (
                <Link
                  to={item.to}
                  className="group flex items-center gap-3.5 px-5 py-3.5 transition-colors hover:bg-curtain-wash/50 focus-visible:outline-offset-[-3px]"
                >
                  <Content item={item} />
                  <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-soft group-hover:text-curtain" />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Content({ item: { text, isUrgent } }: { item: Item }) {
  const Icon = isUrgent ? CircleAlert : Info
  return (
    <>
      <Icon aria-hidden size={19} className={isUrgent ? 'shrink-0 text-danger' : 'shrink-0 text-ink-soft'} />
      <p className="min-w-0 flex-1 text-pretty [overflow-wrap:anywhere]">
        {isUrgent && <span className="sr-only">Urgent: </span>}
        {text}
      </p>
    </>
  )
}
