import process from 'node:process'

/**
 * Keeps Node's notes on its own experimental parts (`node:sqlite`, say) off the screen: the pinned Node is what we
 * tested with, and a newcomer can do nothing about them. Every other warning is shown as before.
 */
export function hideExperimentalWarnings() {
  const listeners = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning') return
    for (const listener of listeners) listener.call(process, warning)
  })
}
