// Runs before the first paint, so that a dark page never flashes white and a folded sidebar is never seen unfolded. The
// policy forbids inline scripts, hence a file.
;(() => {
  let theme = 'light'
  try {
    theme = localStorage.getItem('theme') === 'dark' ? 'dark' : 'light'
  } catch {
    // Storage may be closed to us; light is the default.
  }
  const page = document.documentElement
  page.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#140d0b' : '#fbf9f4')
  if (document.cookie.includes('sidebar_state=false')) page.dataset.sidebar = 'collapsed'
})()
