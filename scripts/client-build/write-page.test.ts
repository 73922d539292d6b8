import { expect, it } from 'vitest'
import { writePage, writeStartingPage } from './write-page.ts'

const shell = `<head><title>T</title><meta name="description" content="D" /><script type="module" src="/assets/entry.js"></script></head>
<body><div id="root"></div></body>`
const page = { file: 'landing.html', path: '/', title: 'Tom & "Co"', description: 'Words <here>' }

it('fills the head and the root, and fetches early what the page will need', () => {
  const body = '<link rel="preload" as="image" href="/a.svg"/><!--$--><h1>Hello $& there</h1><!--/$-->'
  const html = writePage(shell, page, body, ['assets/half.js', 'assets/entry.js'])
  expect(html).toContain('<title>Tom &amp; &quot;Co&quot;</title>')
  expect(html).toContain('<meta name="description" content="Words &lt;here>" />')
  expect(html).toContain('<meta property="og:title" content="Tom &amp; &quot;Co&quot;" />')
  expect(html).toContain('<div id="root" data-prerendered><!--$--><h1>Hello $& there</h1><!--/$--></div>')
  const [head = ''] = html.split('</head>')
  expect(head).toContain('<link rel="preload" as="image" href="/a.svg"/>')
  expect(head.match(/modulepreload/g)).toHaveLength(1)
})

it('refuses a shell it cannot fill', () => {
  expect(() => writePage('<title></title>', page, '', [])).toThrow('index.html has no')
})

it('has the page of those who are signed in show a frame, and fetch early, once each, with their cookie', () => {
  const page = { frame: '<p>Welcome</p>', calls: ['/api/auth/me'], isPage: true }
  const html = writeStartingPage(shell, page, ['assets/half.js', 'assets/entry.js'])
  const [head = '', rest = ''] = html.split('</head>')
  expect(head.match(/modulepreload/g)).toHaveLength(1)
  expect(head).toContain('<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/auth/me">')
  expect(rest).toContain('<div id="root"><p>Welcome</p></div>')
})

it('lets the script wait its turn where there is something to see without it, and nowhere else', () => {
  const page = { frame: '<p></p>', calls: [] }
  expect(writeStartingPage(shell, { ...page, isPage: true }, ['assets/half.js']).match(/"low"/g)).toHaveLength(2)
  expect(writeStartingPage(shell, { ...page, isPage: false }, ['assets/half.js'])).not.toContain('"low"')
})
