import type { PromptCharacter } from '#engine/cards/character.ts'
import { expressions, toExpression } from '#engine/expressions/expression.ts'
import { buildPrompt } from '#engine/prompt/build.ts'
import type { HistoryMessage } from '#engine/prompt/input.ts'
import { openingText } from '#engine/prompt/opening.ts'
import { closeMarks } from '#engine/reply/close-marks.ts'
import { ReplyShaper } from '#engine/reply/reply-shaper.ts'
import { speakerNames } from '#engine/reply/speaker-label.ts'
import { trimToSentence } from '#engine/reply/trim-to-sentence.ts'
import { readSampleCharacters } from '#server/characters/sample-characters.ts'
import type { ModelProvider, ModelResult } from '#server/providers/models/provider.ts'
import type { EvalCase } from './cases.ts'
import { type Finding, findProblems, type SceneContext } from './detect.ts'

export interface EvalResult {
  evalCase: EvalCase
  /** The reply as the model wrote it, and as the filters pass it on. */
  replies: { before: string; after: string }
  problems: { before: Finding[]; after: Finding[] }
  /** Whether the model named the expression of its reply, as it is asked. */
  isExpressionNamed: boolean
  /** Why there is no reply. */
  error?: string
}

/** Lets the model reply in a case, and finds what is wrong with the reply before and after the filters. */
export async function runCase(model: ModelProvider, evalCase: EvalCase): Promise<EvalResult> {
  const character = findCharacter(evalCase.character)
  const { prompt, history } = promptOf(model, character, evalCase)
  let before = ''
  let finish: ModelResult['finish'] = 'stop'
  try {
    // Without stop texts, so that the table shows what the filters do.
    const request = { messages: prompt.messages, maxTokens: model.maxReplyTokens, seed: 1 }
    const options = {
      signal: AbortSignal.timeout(180_000),
      onText: (text: string) => {
        before += text
      },
      onReplace: (text: string) => {
        before = text
      },
    }
    const result = model.builtIn
      ? await model.generate({ ...request, character, userName: evalCase.player, kind: 'reply' }, options)
      : await model.generate({ ...request, temperature: prompt.temperature }, options)
    finish = result.finish
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return {
      evalCase,
      replies: { before, after: '' },
      problems: { before: [], after: [] },
      isExpressionNamed: false,
      error: message,
    }
  }
  const { after, isExpressionNamed } = filterReply(before, finish, character, evalCase.player)
  // What it is asked to write below the reply is no problem.
  before = before.replace(/\s*\[expression:[^\]]*\]\s*$/, '')
  const context: SceneContext = {
    characterNames: speakerNames(character, evalCase.player).character,
    player: evalCase.player,
    language: evalCase.language,
    earlierReplies: history.filter(({ role }) => role === 'character').map(({ content }) => content),
    ...(evalCase.fact ? { fact: new RegExp(evalCase.fact.pattern, 'i') } : {}),
  }
  const problems = { before: findProblems(before, context), after: findProblems(after, context) }
  return { evalCase, replies: { before, after }, problems, isExpressionNamed }
}

function findCharacter(slug: string): PromptCharacter {
  const found = readSampleCharacters().find((character) => character.slug === slug)
  if (!found) throw new Error(`No sample character has the slug ${slug}.`)
  return found.fields
}

function promptOf(model: ModelProvider, character: PromptCharacter, evalCase: EvalCase) {
  const greeting = openingText(character, evalCase.player, evalCase.id)
  const history = [greeting, ...evalCase.turns].map(
    (content, at): HistoryMessage => ({ id: `m${at}`, role: at % 2 === 0 ? 'character' : 'user', content }),
  )
  const prompt = buildPrompt({
    character,
    user: { name: evalCase.player },
    kind: 'reply',
    history,
    anchor: null,
    filter: true,
    expressions,
    budget: { contextTokens: model.contextTokens, maxReplyTokens: model.maxReplyTokens },
    seed: evalCase.id,
    random: () => 0.5,
  })
  return { prompt, history }
}

/** What the server's filters make of a reply. */
function filterReply(text: string, finish: ModelResult['finish'], character: PromptCharacter, player: string) {
  const shaper = new ReplyShaper(speakerNames(character, player))
  const shaped = (shaper.add(text) + shaper.end()).trim()
  const after = finish === 'length' && !shaper.hasEnded ? trimToSentence(shaped).text : closeMarks(shaped)
  return { after, isExpressionNamed: toExpression(shaper.expression ?? '') !== null }
}
