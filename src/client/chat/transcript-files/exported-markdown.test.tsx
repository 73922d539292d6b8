import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import { expect, it } from 'vitest'
import { toCommonMark } from '#engine/transcripts/markdown.ts'
import { Prose } from '../transcript/prose.tsx'

/** The exported message as another program reads it, and the constructs that would load or run something. */
function readElsewhere(content: string) {
  const found: string[] = []
  const collect = () => (tree: object) => {
    const visit = (node: { type?: string; url?: string; children?: object[] }) => {
      if (node.type === 'html' || node.type === 'image' || node.type === 'imageReference') found.push(node.type)
      if (node.url !== undefined && !/^https?:\/\//i.test(node.url)) found.push(node.url)
      for (const child of node.children ?? []) visit(child)
    }
    visit(tree)
  }
  const html = renderToStaticMarkup(<Markdown remarkPlugins={[collect]}>{toCommonMark(content)}</Markdown>)
  return { found, text: textOf(html) }
}

const textOf = (html: string) =>
  html
    .replaceAll(/<\/?(?:a|code|em|i|span)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[“”]/g, '&quot;')
    .replaceAll(/\s+/g, ' ')
    .trim()

it.each([
  'a <img src=x onerror=alert(1)> b',
  '<img src="https://example.com/pixel.png">',
  'l&#97;mp &amp; &copy; A & B',
  '![a map](https://example.com/map.png) and ![](https://example.com/map.png)',
  '[here](javascript:alert(1)) and [there](/api/auth/logout) and <https://example.com>',
  '[ref]: https://example.com/map.png\n\n![a][ref]',
  'Wow![not a link] and \\*stars\\* and `<b>` and ``a`<b>``',
  '```\n<b> & ![x](https://a.b)\n```\n\n<i>after</i>',
  '```html\n<b>',
  '    She waits.\n\nShe waits.\n---\nThen\n===',
  '- one\n  ```\n  code\n- <img src=x>',
  '*She waits.* "No," _she_ says.',
])('shows elsewhere what the page shows: %j', (content) => {
  const { found, text } = readElsewhere(content)
  expect(found).toEqual([])
  expect(text).toBe(textOf(renderToStaticMarkup(<Prose text={content} />)))
})

it('has nothing that is loaded or run, whatever a message has', () => {
  const links = '<img src=x onerror=a>|![a](https://a.b)|[a](javascript:b)|![a][b]|[b]: https://a.b|`|```'
  const more = '\n|\n\n|- |> |  |    |\\|~~~|text|<|](|!|[|<!--|-->|``|&lt;|1. '
  const pieces = `${links}|${more}`.split('|')
  const content = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(content, (text) => {
      expect(readElsewhere(text).found).toEqual([])
    }),
    { numRuns: 150, examples: [['`\n`<img src=x onerror=a>`']] },
  )
})
