import { Prose } from './prose.tsx'

/** The answer to a user in a crisis, outside the character's role. Its list of contacts is shown as a card with links. */
export function HelpAnswer({ text }: { text: string }) {
  const { before, people, after } = splitHelp(text)
  return (
    <>
      <Prose text={before} />
      {people.length > 0 && (
        <section
          aria-label="People you can talk to now"
          className="my-4 max-w-[60ch] rounded-xl border border-line p-4"
        >
          <h3 className="mb-2 font-semibold text-md">People you can talk to now</h3>
          <ul className="grid gap-1.5 text-md">
            {people.map(({ name, contact }) => (
              <li key={name}>
                {name}: <Contact text={contact} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {after && <Prose text={after} />}
    </>
  )
}

/** The first list of the answer, `- name: contact`, and the text around it. */
export function splitHelp(text: string) {
  const list = /(?:^- .+: .+(?:\n|$))+/m.exec(text)
  if (!list) return { before: text, people: [], after: '' }
  const people = [...list[0].matchAll(/^- (.+?): (.+)$/gm)].map(([, name = '', contact = '']) => ({ name, contact }))
  return { before: text.slice(0, list.index).trim(), people, after: text.slice(list.index + list[0].length).trim() }
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
