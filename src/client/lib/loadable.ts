import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react'

/** Like `lazy`, but can be preloaded. A preloaded component renders at once, without a flash of the fallback. */
export class Loadable<Props extends object> {
  readonly #load: () => Promise<ComponentType<Props>>
  readonly lazyComponent: LazyExoticComponent<ComponentType<Props>>
  loaded: ComponentType<Props> | undefined

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load
    this.lazyComponent = lazy(async () => ({ default: await this.preload() }))
  }

  async preload(): Promise<ComponentType<Props>> {
    this.loaded ??= await this.#load()
    return this.loaded
  }
}

/** The component. It stays the same while the caller is mounted, since a change would remount it. */
export function useLoadable<Props extends object>(loadable: Loadable<Props>): ComponentType<Props> {
  const [component] = useState<ComponentType<Props>>(() => loadable.loaded ?? loadable.lazyComponent)
  return component
}
