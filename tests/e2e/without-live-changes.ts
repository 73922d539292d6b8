import type { BrowserContext } from '@playwright/test'

/**
 * Pages of this context do not open the stream of changes. It never ends, so the network of a page that has it is never
 * idle, which many tests wait for.
 */
export function withoutLiveChanges(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    window.EventSource = new Proxy(window.EventSource, {
      construct: (target, args: [string]) =>
        args[0] === '/api/events'
          ? Object.assign(new EventTarget(), { readyState: 0, close() {} })
          : Reflect.construct(target, args),
    })
  })
}
