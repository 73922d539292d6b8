interface ProgressBarProps {
  label: string
  /** 0 to 100; null while it is not known. */
  percent: number | null
}

export function ProgressBar({ label, percent }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={
          percent === null
            ? 'h-full w-1/3 animate-pulse rounded-full bg-curtain'
            : 'h-full rounded-full bg-curtain transition-[width] duration-500'
        }
        style={percent === null ? {} : { width: `${percent}%` }}
      />
    </div>
  )
}
