// A prerendered page can be read, and pressed, before its script is there. What was pressed last is pressed again once
// the page answers (src/client/shell/signed-out.tsx says when).
;(() => {
  let early = null
  const hold = (event) => {
    const button = event.target instanceof Element && event.target.closest('#root button')
    if (!button) return
    early = button
    event.stopPropagation()
  }
  document.addEventListener('click', hold, true)
  document.addEventListener(
    'troupe:ready',
    () => {
      document.removeEventListener('click', hold, true)
      early?.click()
    },
    { once: true },
  )
})()
