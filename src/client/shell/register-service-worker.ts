/**
 * Registers the service worker that lets the app open offline (public/sw.js). Called for signed-in users only: it downloads
 * all scripts, which visitors of the public pages do not need.
 */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => {
    // Private windows and some browser settings refuse it. The app works without.
    navigator.serviceWorker
      .register('/sw.js')
      .catch((error: unknown) => console.info('Service worker not registered:', error))
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
