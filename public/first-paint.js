// Applies the stored theme, motion and sidebar state before the first paint, so that none changes visibly. It is a file because
// the content security policy forbids inline scripts.
;(() => {
  const root = document.documentElement
  let theme = 'light'
  try {
    theme = localStorage.getItem('theme') === 'dark' ? 'dark' : 'light'
    root.toggleAttribute('data-reduced-motion', localStorage.getItem('motion') === 'reduced')
  } catch {
    // Storage may be blocked. Light is the default.
  }
  root.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#140d0b' : '#fbf9f4')
  if (document.cookie.includes('sidebar_state=false')) root.dataset.sidebar = 'collapsed'
})()
