import { BookLock, Image, Infinity as InfinityIcon, type LucideIcon, MessagesSquare } from 'lucide-react'

const reasons: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: MessagesSquare,
    title: 'Talk as long as you like',
    text: 'No daily limit, so a good scene need not wait for tomorrow.',
  },
  {
    icon: BookLock,
    title: 'Keep your company to yourself',
    text: 'As many private characters as you can dream up, not three.',
  },
  { icon: Image, title: 'Give them a face', text: 'Describe a character and have their portrait made for you.' },
  {
    icon: InfinityIcon,
    title: 'Take the filter off',
    text: 'Stories for adults, told without the filter, for accounts that confirm their age.',
  },
]

export function WhyUpgrade() {
  return (
    <section className="@container mt-14">
      <h2 className="text-3xl">Why Upgrade?</h2>
      <ul className="mt-6 grid gap-x-10 gap-y-7 @xl:grid-cols-2">
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
