import process from 'node:process'

/**
 * Hides Node's warnings about its experimental features (`node:sqlite`, for example): the tests ran on the pinned Node,
 * and a user cannot act on them. All other warnings are printed as usual.
 */
export function hideExperimentalWarnings() {
  const listeners = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning') return
    for (const listener of listeners) listener.call(process, warning)
  })
}
