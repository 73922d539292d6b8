import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { unreachableText } from '#client/lib/http.ts'
import { toast } from './toast-store.ts'

interface Closable {
  onClose?: () => void
  onOpenChange?: (open: boolean) => void
}

interface LazyPartOptions<Props> {
  /** Shown while the code loads. */
  placeholder?: (props: Props) => ReactNode
  /** Shown where the code could not be loaded, in place of a notice. */
  failed?: (error: Error, retry: () => void) => ReactNode
  /** Closes the part after the notice. */
  close?: (props: Props) => void
}

const closeByProps = ({ onClose, onOpenChange }: Closable) => {
  onClose?.()
  onOpenChange?.(false)
}

/**
 * A part of a page whose code is loaded when it is shown first, or by `preload`. Where that fails, a notice says so and
 * the part is closed, so that it can be opened again; with `failed`, the part itself says so. React's `lazy` would replace
 * the whole page by an error, also later.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { placeholder, failed, close = closeByProps }: LazyPartOptions<Props> = {},
) {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded ??= await load()
    return loaded
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a module, as React's `lazy`
  function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [error, setError] = useState<Error | null>(null)
    const retry = useCallback(() => setError(null), [])
    // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once each time that it is shown or tried again
    useEffect(() => {
      if (Loaded || error) return
      let isShown = true
      const onLoad = (part: ComponentType<Props>) => {
        if (isShown) setLoaded(() => part)
      }
      const onFailure = (reason: Error) => {
        if (!isShown) return
        if (failed) return setError(reason)
        toast({ variant: 'destructive', title: 'This could not be opened', description: unreachableText })
        close(props)
      }
      preload().then(onLoad, onFailure)
      return () => {
        isShown = false
      }
    }, [error])
    if (Loaded) return <Loaded {...props} />
    return error && failed ? failed(error, retry) : placeholder?.(props)
  }
  return Object.assign(Part, { preload: () => void preload().catch(() => {}) })
}
