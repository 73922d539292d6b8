import { Check, Coffee, Compass, Feather, type LucideIcon, Map as MapIcon } from 'lucide-react'
import { hueOf } from '#shared/category-hues.ts'
import { type Template, templates } from './templates.ts'

const icons: Record<Template['id'], LucideIcon> = {
  mentor: Compass,
  adventurer: MapIcon,
  companion: Coffee,
  storyteller: Feather,
}

interface QuickStartTabProps {
  selected: Template['id'] | null
  onPick: (template: Template) => void
}

export function QuickStartTab({ selected, onPick }: QuickStartTabProps) {
  return (
    <>
      <p className="mb-5 text-ink-soft text-md">
        Choose a template that is close to your idea, or go straight to Basics. You can change everything later.
      </p>
      <ul className="grid grid-cols-1 gap-4 @xl:grid-cols-2">
        {templates.map((template) => (
          <li key={template.id}>
            <TemplateCard template={template} selected={template.id === selected} onPick={() => onPick(template)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function TemplateCard({ template, selected, onPick }: { template: Template; selected: boolean; onPick: () => void }) {
  const Icon = icons[template.id]
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onPick}
      className="flex h-full w-full gap-4 rounded-lg border border-line bg-card p-5 text-left shadow-card transition-[box-shadow,border-color] duration-150 hover:border-line-strong hover:shadow-raised aria-pressed:border-curtain"
    >
      <span
        className="poster-small grid size-12 shrink-0 place-items-center rounded-lg text-label-ink"
        style={{ ['--hue' as string]: hueOf(template.category) }}
      >
        <Icon aria-hidden size={22} strokeWidth={1.7} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-2">
          <span className="font-display font-semibold text-xl leading-tight">{template.name}</span>
          {selected && <Check aria-hidden size={19} className="shrink-0 text-curtain" />}
        </span>
        <span className="block text-2xs text-ink-soft">{template.category}</span>
        <span className="mt-1.5 block text-ink-soft text-sm">{template.description}</span>
      </span>
    </button>
  )
}
