import { Search, X } from 'lucide-react'
import { cx } from '#client/lib/cx.ts'
import { Button } from './button.tsx'
import { Input } from './input.tsx'

interface SearchInputProps {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  maxLength?: number
  className?: string
}

export function SearchInput({ label, value, onChange, placeholder, maxLength, className }: SearchInputProps) {
  return (
    <search className={cx('relative block', className)}>
      <Search
        aria-hidden
        size={17}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-soft"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        // The list follows what is typed; Enter would submit a form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className="px-10.5 [&::-webkit-search-cancel-button]:hidden"
      />
      {value && (
        <Button
          variant="quiet"
          size="icon"
          icon={X}
          aria-label="Clear search"
          className="-translate-y-1/2 absolute top-1/2 right-0"
          onClick={() => onChange('')}
        />
      )}
    </search>
  )
}
