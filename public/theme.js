// Runs before the first paint, so that a dark page never flashes white. The policy forbids inline scripts, hence a file.
;(() => {
  let theme = 'light'
  try {
    theme = localStorage.getItem('theme') === 'dark' ? 'dark' : 'light'
  } catch {
    // Storage may be closed to us; light is the default.
  }
  document.documentElement.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#140d0b' : '#fbf9f4')
})()
