import type { CSSProperties } from 'react'
import { measures, sizes, useReadingSettings } from './reading-settings.ts'

/** The custom properties that prose.css and the transcript read. Nothing if the user has changed nothing. */
export function useProseStyle(): CSSProperties {
  const size = useReadingSettings((settings) => settings.size)
  const measure = useReadingSettings((settings) => settings.measure)
  if (size === 'medium' && measure === 'medium') return {}
  const [scale, characters] = [sizes[size], Number.parseInt(measures[measure], 10)]
  return {
    '--prose-scale': scale,
    '--prose-measure': `${characters}ch`,
    '--prose-row': `${Math.round(characters * scale)}ch`,
    // The lines, the portrait beside them and the margins.
    '--transcript-width': `${Math.max(820, Math.round(characters * scale * 9 + 130))}px`,
  } as CSSProperties
}
