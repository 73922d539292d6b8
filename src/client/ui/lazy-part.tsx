import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { unreachableText } from '#client/lib/http.ts'
import { useClose } from './close-context.ts'
import { toast } from './toast-store.ts'

export interface LazyPartOptions<Props> {
  placeholder?: (props: Props) => ReactNode
  /** Shown where the code could not be loaded, in place of a notice. */
  failed?: (error: Error, retry: () => void) => ReactNode
}

/**
 * A part of a page whose code is loaded when it is shown first, or by `preload`; once loaded, it renders at once. Where
 * loading fails, a notice says so and closes the dialog around it, so that it can be opened again; with `failed`, the
 * part itself says so. React's `lazy` would replace the whole page by an error, also later.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { placeholder, failed }: LazyPartOptions<Props> = {},
) {
  let loaded: ComponentType<Props> | null = null
  const loadOnce = async () => {
    loaded ??= await load()
    return loaded
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a module, as React's `lazy`
  function Part(props: Props) {
    const close = useClose()
    const [Loaded, setLoaded] = useState(() => loaded)
    const [error, setError] = useState<Error | null>(null)
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
        close()
      }
      loadOnce().then(onLoad, onFailure)
      return () => {
        isShown = false
      }
    }, [error])
    if (Loaded) return <Loaded {...props} />
    return error && failed ? failed(error, () => setError(null)) : placeholder?.(props)
  }
  /** Resolves when the code is loaded, or could not be. */
  const preload = async () => void (await loadOnce().catch(() => {}))
  return Object.assign(Part, { preload })
}
