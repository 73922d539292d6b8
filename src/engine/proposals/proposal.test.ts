import { expect, it } from 'vitest'
import { readProposal, writeProposalRequest } from './proposal.ts'

it('asks for the wanted texts, and tells the model what is written already', () => {
  const [system, user] = writeProposalRequest({
    idea: 'A harbor pilot',
    written: { name: 'Mara', greeting: ' ' },
    wanted: ['personality'],
    rating: 'general',
  })
  expect(system?.content).toContain('[personality]')
  expect(system?.content).not.toContain('[speechStyle]')
  expect(system?.content).toContain('Audience: everyone.')
  expect(user?.content).toBe('The idea: A harbor pilot\n\nWritten already:\n[name]\nMara')
})

it.each([
  ['[name]\nMara\n\n[greeting]\n*Waves.*\n\n“Hello.”\n', { name: 'Mara', greeting: '*Waves.*\n\n“Hello.”' }],
  ['Here you go:\n## [Name]: Mara\n**[greeting]**\nHello.', { name: 'Mara', greeting: 'Hello.' }],
  ['[name]\nMara\n[unknown]\nHello.', { name: 'Mara\n[unknown]\nHello.' }],
  ['I cannot do that.', {}],
])('reads %j', (answer, expected) => {
  expect(readProposal(answer, ['name', 'greeting'])).toEqual(expected)
})

it('takes an answer without a heading as the one text that was asked for', () => {
  expect(readProposal(' Short sentences. ', ['speechStyle'])).toEqual({ speechStyle: 'Short sentences.' })
})
