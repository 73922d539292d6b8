import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Prose } from './prose.tsx'

const html = (text: string) =>
  renderToStaticMarkup(<Prose text={text} />)
    .replace(/^<div class="prose">/, '')
    .replace(/<\/div>$/, '')
    .replaceAll(' dir="auto"', '')

it('takes the direction of lists and quotations from their text', () => {
  const page = renderToStaticMarkup(<Prose text={'- أولاً\n- ثانياً\n\n3. שלום\n\n> שלום'} />)
  expect(page).toContain('<ul dir="auto">')
  expect(page).toContain('<ol dir="auto" start="3">')
  expect(page).toContain('<blockquote dir="auto">')
})

it.each(['#', '-', '1.', '>', '_', '**', '**\u200b**', '```', '# \u200b', '[](https://a.b)', '![]()'])(
  'shows %j as it was written, because its Markdown has nothing to see',
  (text) => {
    const shown = text.replaceAll('&', '&amp;').replaceAll('>', '&gt;')
    expect(html(text)).toBe(`<p>${shown}</p>`)
    expect(html(`Yes.\n\n${text}`)).toContain('<p>Yes.</p>')
  },
)

it('shows a line between scenes, and nothing of a mark whose text has not arrived', () => {
  expect(html('***')).toBe('<hr/>')
  expect(renderToStaticMarkup(<Prose text="*" isArriving />)).not.toContain('*')
})

describe('roleplay typography', () => {
  it('shows straight quotation marks as curly ones, but not in code', () => {
    const text = `"It's late," *says "she".* \`"code"\``
    expect(html(text)).toContain('<span class="speech">“It’s late,”</span> <i class="action">says ')
    expect(html(text)).toContain('<code>&quot;code&quot;</code>')
  })

  it('marks up speech and action', () => {
    expect(html('*She looks up.* “We close at dawn,” she says.')).toBe(
      '<p><i class="action">She looks up.</i> <span class="speech">“We close at dawn,”</span> she says.</p>',
    )
  })

  it('keeps emphasis, links and code inside speech', () => {
    expect(html('"I said *now*, read [this](https://example.com) and `that`."')).toBe(
      '<p><span class="speech">“I said </span><span class="speech"><em>now</em></span><span class="speech">, read </span>' +
        '<a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow ugc"><span class="speech">this</span></a>' +
        '<span class="speech"> and </span><code>that</code><span class="speech">.”</span></p>',
    )
  })

  it('keeps line ends, and renders a hard break at a line end as one break', () => {
    expect(html('One\ntwo  \nthree')).toBe('<p>One\ntwo<br/>three</p>')
  })

  it('marks up each list item and quotation by itself', () => {
    expect(html('- "Yes\n- No')).toContain('<li><span class="speech">“Yes</span></li>\n<li>No</li>')
    expect(html('> *Rain.*')).toContain('<i class="action">Rain.</i>')
  })
})

describe('unsafe Markdown', () => {
  it('shows raw HTML and character references as text, as the safety policy reads them', () => {
    expect(html('l&#97;mp')).toBe('<p>l&amp;#97;mp</p>')
    expect(html('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>')
    expect(html('a <img src=x onerror=alert(1)> b')).not.toContain('<img')
  })

  it('shows an image as a link and does not request it', () => {
    expect(html('![a map](https://example.com/map.png)')).toBe(
      '<p><a href="https://example.com/map.png" target="_blank" rel="noopener noreferrer nofollow ugc">a map</a></p>',
    )
    expect(html('[![a map](https://example.com/map.png)](https://example.com)')).not.toContain('<img')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '/api/auth/logout', '//example.com', 'mailto:a@example.com'])(
    'does not link to %s',
    (address) => {
      expect(html(`[here](${address})`)).toBe('<p>here</p>')
    },
  )
})

it.each(['>', '> ', '1. ', '1. > ', '- 2) '])(
  'renders 8,000 characters of %j, which would be nested deeply',
  (mark) => {
    expect(html(mark.repeat(8_000 / mark.length))).toContain(mark.trim().replace('>', '&gt;'))
    expect(html('> > > *She* nods.')).toContain('<blockquote>')
  },
)

it('does not treat an indented line as code or an underlined one as a heading', () => {
  expect(html('    She waits.')).toBe('<p>She waits.</p>')
  expect(html('She waits.\n---')).not.toContain('<h2')
})

it('shows a cursor only while text is arriving', () => {
  expect(renderToStaticMarkup(<Prose text="a" isArriving />)).toContain('prose-arriving')
  expect(renderToStaticMarkup(<Prose text="a" />)).not.toContain('prose-arriving')
})
