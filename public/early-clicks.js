// A prerendered page is visible before its script has loaded. Buttons clicked in the meantime do nothing, so the last
// clicked one is clicked again after hydration (event `troupe:ready`, src/client/shell/signed-out-app.tsx).
;(() => {
  let clickedButton = null
  const holdClick = (event) => {
    const button = event.target instanceof Element && event.target.closest('#root button')
    if (!button) return
    clickedButton = button
    event.stopPropagation()
  }
  document.addEventListener('click', holdClick, true)
  document.addEventListener(
    'troupe:ready',
    () => {
      document.removeEventListener('click', holdClick, true)
      clickedButton?.click()
    },
    { once: true },
  )
})()
