import { BookLock, Image, Infinity as InfinityIcon, type LucideIcon, MessagesSquare } from 'lucide-react'

const reasons: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: MessagesSquare,
    title: 'Talk as long as you like',
    text: 'There is no daily message limit, so a good story does not have to wait until tomorrow.',
  },
  {
    icon: BookLock,
    title: 'Unlimited private characters',
    text: 'Create as many characters as you like that only you can see. Free accounts can have three.',
  },
  { icon: Image, title: 'Generate images', text: 'Describe how a character looks, and get a portrait.' },
  {
    icon: InfinityIcon,
    title: 'Mature and explicit characters',
    text: 'For adults who have confirmed their age. Chats with other characters stay suitable for everyone, unless their author lets you raise the rating.',
  },
]

export function WhyUpgrade() {
  return (
    <section className="@container mt-14">
      <h2 className="text-3xl">Why Upgrade?</h2>
      <ul className="mt-6 grid grid-cols-1 gap-x-10 gap-y-7 @xl:grid-cols-2">
        {reasons.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-11 shrink-0 place-items-center rounded-md bg-curtain-wash text-curtain">
              <Icon aria-hidden size={20} strokeWidth={1.8} />
            </span>
            <div>
              <h3 className="text-xl">{title}</h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
