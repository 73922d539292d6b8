import { Ellipsis } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

/** The button of a menu, with three dots. */
export function MoreButton({ label, ...props }: ComponentProps<'button'> & { label: string }) {
  return <Button variant="quiet" size="icon" icon={Ellipsis} aria-label={label} {...props} />
}
