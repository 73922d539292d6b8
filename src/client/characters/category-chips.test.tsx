import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CategoryChips } from './category-chips.tsx'

const html = (props: { value?: 'Drama'; hasExplicit?: boolean }) =>
  renderToStaticMarkup(
    <CategoryChips value={props.value} onChange={() => {}} hasExplicit={props.hasExplicit === true} />,
  )
const tabStops = (markup: string) => [...markup.matchAll(/tabindex="0"[^>]*>([^<]+)</g)].map(([, name]) => name)

it('is one tab stop: the selected category, or All', () => {
  expect(tabStops(html({}))).toEqual(['All'])
  expect(tabStops(html({ value: 'Drama' }))).toEqual(['Drama'])
})

it('offers the category of explicit characters only to those who may see them', () => {
  expect(html({})).not.toContain('BDSM')
  expect(html({ hasExplicit: true })).toContain('BDSM')
})
