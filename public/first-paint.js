// Applies the stored theme and sidebar state before the first paint, so that neither changes visibly. It is a file because
// the content security policy forbids inline scripts.
;(() => {
  let theme = 'light'
  try {
    theme = localStorage.getItem('theme') === 'dark' ? 'dark' : 'light'
  } catch {
    // Storage may be blocked. Light is the default.
  }
  const root = document.documentElement
  root.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#140d0b' : '#fbf9f4')
  if (document.cookie.includes('sidebar_state=false')) root.dataset.sidebar = 'collapsed'
})()
