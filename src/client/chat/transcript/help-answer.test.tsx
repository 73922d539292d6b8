import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HelpAnswer, splitHelp } from './help-answer.tsx'

const answer =
  'I’m an AI. Please talk to somebody:\n\n- Crisis line: 988\n- Chat: https://help.example/chat\n- Emergency services: 112 or 911\n\nThis conversation stays open.'

it('shows each contact once, with a link where it is a number or an address', () => {
  const html = renderToStaticMarkup(<HelpAnswer text={answer} />)
  for (const contact of ['988', 'help.example/chat', '112 or 911']) {
    expect(html.replaceAll(/<[^>]+>/g, '|').split(contact)).toHaveLength(2)
  }
  expect(html).toContain('href="tel:988"')
  expect(html).toContain('href="https://help.example/chat"')
  expect(html).toMatch(/talk to somebody.*Crisis line.*stays open/s)
})

it('leaves an answer without a list as it is', () => {
  expect(splitHelp('Please talk to somebody.')).toEqual({ before: 'Please talk to somebody.', people: [], after: '' })
})
