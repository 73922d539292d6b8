import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { invalidate } from '#client/lib/query-client.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { generateImage } from './api.ts'

/** Generates one image at a time. Cancelling, or leaving the page, ends it on the server too. */
export function useGeneration(onImage: (url: string) => void) {
  const queryClient = useQueryClient()
  const running = useRef<AbortController | null>(null)
  const [isGenerating, setGenerating] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const generate = async (prompt: string) => {
    if (running.current) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setGenerating(true)
    setProgress(null)
    try {
      const options = { signal, onProgress: setProgress }
      const { url, drawnFrom } = await withAdultConfirmation(() => generateImage(prompt, options))
      onImage(url)
      toast({ title: 'Image Generated', description: outcomeText(drawnFrom) })
      void invalidate(queryClient, 'GET /api/images/generated')
    } catch (error) {
      const fallback = 'The image could not be generated. Please try again.'
      if (!signal.aborted) toastError(error, { title: 'Image Generation Failed', fallback })
    } finally {
      running.current = null
      setGenerating(false)
    }
  }
  return { generate, cancel: () => running.current?.abort(), isGenerating, progress }
}

/** What the image shows of the description. `words` is undefined for images of an external generator. */
function outcomeText(words: readonly string[] | undefined): string {
  const next = 'Change the description to get another one.'
  if (!words) return `It is on the card now. ${next}`
  return words.length > 0 ? `Drawn from: ${words.join(', ')}. ${next}` : `It has none of the words listed. ${next}`
}
