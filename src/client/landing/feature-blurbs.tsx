import { Drama, type LucideIcon, MessagesSquare, PenLine, ShieldCheck } from 'lucide-react'
import { Section } from './section.tsx'

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

export function FeatureBlurbs() {
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
