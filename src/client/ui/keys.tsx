export function Keys({ keys, label }: { keys: readonly string[]; label?: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-grid min-w-[1.6em] place-items-center rounded-[5px] border border-line bg-sunken px-1.5 py-0.5 font-sans text-2xs text-ink-soft"
        >
          {key}
        </kbd>
      ))}
      {label && <span className="ml-0.5">{label}</span>}
    </span>
  )
}
