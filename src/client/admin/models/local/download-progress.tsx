import type { LocalModels } from '#shared/local-models.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'

interface DownloadProgressProps {
  label: string
  download: NonNullable<LocalModels['download']>
}

export function DownloadProgress({ label, download }: DownloadProgressProps) {
  const { receivedBytes, totalBytes, state, problem } = download
  if (state === 'failed') {
    return (
      <p role="alert" className="mt-3 rounded-md bg-curtain-wash px-3.5 py-3 text-sm [overflow-wrap:anywhere]">
        {problem}
      </p>
    )
  }
  const percent = Math.floor((receivedBytes / totalBytes) * 100)
  return (
    <div className="mt-3">
      <div
        role="progressbar"
        aria-label={`Download of ${label}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-curtain" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-1 text-ink-soft text-sm tabular-nums">
        {state === 'checking'
          ? 'Checking the file…'
          : `${percent} % · ${formatBytes(receivedBytes)} of ${formatBytes(totalBytes)}`}
      </p>
    </div>
  )
}
