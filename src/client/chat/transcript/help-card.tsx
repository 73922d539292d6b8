import { useQuery } from '@tanstack/react-query'
import type { SafetyInfo } from '#shared/safety.ts'

/** People to talk to in a crisis, below the message in which the character has stepped out of its role. */
export function HelpCard() {
  const { data } = useQuery<SafetyInfo>({ queryKey: ['/api/safety'] })
  if (!data) return null
  return (
    <section aria-label="People you can talk to now" className="mt-3 max-w-[60ch] rounded-xl border border-line p-4">
      <h3 className="mb-2 font-semibold text-md">People you can talk to now</h3>
      <ul className="grid gap-1.5 text-md">
        {data.resources.map(({ name, contact }) => (
          <li key={name}>
            {name}: <Contact text={contact} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Contact({ text }: { text: string }) {
  const href = /^https?:\/\//.test(text)
    ? text
    : /^\+?[\d ()-]+$/.test(text)
      ? `tel:${text.replaceAll(/[^\d+]/g, '')}`
      : null
  if (!href) return <strong className="font-semibold">{text}</strong>
  return (
    <a href={href} rel="noopener noreferrer" className="font-semibold underline underline-offset-2">
      {text.replace(/^https?:\/\//, '')}
    </a>
  )
}
