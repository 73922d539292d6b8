// Applies the stored theme, motion and sidebar state before the first paint, so that none changes visibly. It is a file because
// the content security policy forbids inline scripts.
;(() => {
  const root = document.documentElement
  let theme = 'light'
  try {
    // A chat in a frame of another website follows the browser, as that website does.
    const isDark = location.pathname.startsWith('/embed/')
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : localStorage.getItem('theme') === 'dark'
    theme = isDark ? 'dark' : 'light'
    root.toggleAttribute('data-reduced-motion', localStorage.getItem('motion') === 'reduced')
  } catch {
    // Storage may be blocked. Light is the default.
  }
  root.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#140d0b' : '#fbf9f4')
  if (document.cookie.includes('sidebar_state=false')) root.dataset.sidebar = 'collapsed'
})()
