import { expect, it } from 'vitest'
import { defaultSite } from '#shared/site.ts'
import { fillSite } from './site-html.ts'

const page = `<head><title>Troupe Talk · Troupe</title><meta property="og:title" content="Troupe · Talk" /></head>
<span data-site="name" class="x">Troupe</span><p class="y" data-site="welcome">Hello</p>`

it('writes the name and the welcome text into a page, and what the client reads', () => {
  const site = { ...defaultSite, name: 'A & $&', welcomeText: '</script><b>' }
  const html = fillSite(page, site)
  expect(html).toContain('<title>Troupe Talk · A &amp; $&amp;</title>')
  expect(html).toContain('content="A &amp; $&amp; · Talk"')
  expect(html).toContain('<span data-site="name" class="x">A &amp; $&amp;</span>')
  expect(html).toContain('data-site="welcome">&lt;/script>&lt;b></p>')
  const [, json = ''] = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(json)).toEqual(site)
})
