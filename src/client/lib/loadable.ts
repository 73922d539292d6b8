import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react'

/** Like `lazy`, with a way to load it ahead: what is there by then is drawn at once, and no fallback flashes up. */
export class Loadable<Props extends object> {
  readonly #load: () => Promise<ComponentType<Props>>
  readonly later: LazyExoticComponent<ComponentType<Props>>
  loaded: ComponentType<Props> | undefined

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load
    this.later = lazy(async () => ({ default: await this.prepare() }))
  }

  async prepare(): Promise<ComponentType<Props>> {
    this.loaded ??= await this.#load()
    return this.loaded
  }
}

/** The component; the same for as long as the caller stands, or it would be taken down and put up again. */
export function useLoadable<Props extends object>(part: Loadable<Props>): ComponentType<Props> {
  const [component] = useState<ComponentType<Props>>(() => part.loaded ?? part.later)
  return component
}
