/**
 * Has the browser keep the shell of the app, so that it opens without a network (public/sw.js). Asked for by signed-in
 * screens alone: a visitor should not download a house to look at its front.
 */
export function keepShell() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => {
    // Private windows and some settings refuse; everything else works the same without it.
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.info('No offline shell:', error))
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
