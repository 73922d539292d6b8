import { expect, it } from 'vitest'
import { writePage, writeSkeletonPage } from './write-page.ts'

const shell = `<head><title>T</title><meta name="description" content="D" /><script type="module" src="/assets/runtime.js"></script><script type="module" src="/assets/entry.js"></script></head>
<body><div id="root"></div></body>`
const page = { file: 'landing.html', path: '/', title: 'Tom & "Co"', description: 'Words <here>', modules: [] }

it('fills the head and the root, and preloads scripts and images', () => {
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

it('throws if index.html lacks a placeholder', () => {
  expect(() => writePage('<title></title>', page, '', [])).toThrow('index.html has no')
})

it('writes a skeleton and preloads scripts once, and API calls with credentials', () => {
  const page = { markup: '<p>Welcome</p>', apiPaths: ['/api/auth/me'] }
  const html = writeSkeletonPage(shell, page, ['assets/half.js', 'assets/entry.js'])
  const [head = '', rest = ''] = html.split('</head>')
  expect(head.match(/modulepreload/g)).toHaveLength(1)
  expect(head).toContain('<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/auth/me">')
  expect(rest).toContain('<div id="root"><p>Welcome</p></div>')
})
