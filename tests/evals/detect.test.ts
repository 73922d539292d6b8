import { describe, expect, test } from 'vitest'
import { cases } from './cases.ts'
import { type Finding, findings, findProblems, type SceneContext } from './detect.ts'
import { detectLanguage } from './language.ts'
import { actsForPlayer } from './narration.ts'

const context: SceneContext = {
  characterNames: ['Ines Calder', 'Ines'],
  player: 'Sam',
  language: 'en',
  earlierReplies: ['*She nods slowly.* "Sit."'],
  fact: /umbrella/i,
}
const good = '*She turns the page.* "You said an umbrella, and you said that it was blue."'

test('a good reply has no problem', () => {
  expect(findProblems(good, context)).toEqual([])
})

test.each<[Finding, string]>([
  ['speaks for the player', `${good}\n\nSam: "Yes."`],
  ['speaks for the player', `${good}\n**Sam:** "Yes."`],
  ['acts for the player', `${good} *You nod and follow her.*`],
  ['acts for the player', `${good} *Sam follows her.*`],
  ['begins with its name', `Ines: ${good}`],
  ['begins with its name', `**Ines Calder:** ${good}`],
  ['cut sentence', `${good} *She looks at the`],
  ['repeats an opening', `*She nods, slowly.* ${good}`],
  ['forgets a fact', '*She turns the page.* "You said that it was blue."'],
  ['broken markup', `${good} *She smiles. "Sit."`],
  ['broken markup', `${good} "Sit.`],
  ['wrong language', '*Ella pasa la página.* "Usted dijo que era un paraguas (umbrella) y que es azul."'],
  ['shows instructions', `${good}\n\n[Writing direction: End.]`],
  ['shows instructions', `${good}<|im_end|>`],
])('%s: %j', (finding, reply) => {
  expect(findProblems(reply, context)).toContain(finding)
})

test('every problem has a case', () => {
  expect(findings).toHaveLength(9)
})

describe('acting for the player', () => {
  test.each([
    ['*You nod.*', true],
    ['*The bus stops. You run anyway.*', true],
    ['*She waits until you have settled.*', true],
    ['She laughs, and you suddenly feel cold.', true],
    ['*She steers you to the door.*', false],
    ['*She waits between you and the door.*', false],
    ['*She looks at you.* "You nod too much."', false],
    ['„Du nickst.“ *Er sieht dich an.*', false],
  ])('%s: %s', (text, acts) => {
    expect(actsForPlayer(text)).toBe(acts)
  })
})

test.each(cases.map(({ id, language, turns }) => [id, language, turns.at(-1) ?? ''] as const))(
  'the last message of the case %s is recognised as %s, or too short to tell',
  (_id, language, text) => {
    expect([language, null]).toContain(detectLanguage(text))
  },
)
