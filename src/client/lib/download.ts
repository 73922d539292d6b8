/** Downloads what is at an address, under this name or the one that the server gives. */
export function download(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

export function downloadText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  download(url, name)
  // The browser needs the URL until the download has started.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
