import { closersAt, type Mark, readMark } from './marks.ts'

/**
 * Roleplay typography: which stretches of a chat text are spoken, which are acted, and which are neither.
 *
 * Speech stands in quotation marks ("…", “…”, „…“, «…», »…«, 「…」, 『…』), action in asterisks or underscores (*…*,
 * _…_). What is still open counts as open to the end of its paragraph (a blank line), so that a text can be read while
 * it streams in: when more arrives, nothing changes but the last few characters around an unfinished mark.
 */

export interface ProseRun {
  kind: 'speech' | 'action' | 'plain'
  /** The source, unchanged: the texts of all runs together are the whole text. */
  text: string
  /** Whether this is asterisks or underscores that a reader need not see. Quotation marks are part of the speech. */
  mark: boolean
  /** `em` is *…* inside speech or action; `strong` is **…** anywhere. */
  emphasis: 'none' | 'em' | 'strong'
}

/** An open mark, which the same mark will close. */
interface Open {
  mark: string
  meaning: 'action' | 'em' | 'strong'
}

/** Marks open at once; more are text. */
const deepest = 4

interface State {
  open: Open[]
  /** The characters that end the speech; empty outside of speech. */
  closers: string
  /** How many marks were open when the speech began: those inside it end with it. */
  depthAtSpeech: number
}

/**
 * Cuts a text into runs. Linear, never throws.
 *
 * @example
 * readProse('"Come in." *She smiles.*').filter((run) => !run.mark).map((run) => [run.kind, run.text])
 * // [['speech', '"Come in."'], ['plain', ' '], ['action', 'She smiles.']]
 */
export function readProse(text: string): ProseRun[] {
  const runs: ProseRun[] = []
  let state = atRest()
  let lineIsBlank = true
  for (let at = 0; at < text.length; ) {
    const special = nextSpecial(text, at)
    if (special > at) {
      const words = text.slice(at, special)
      push(runs, state, words, false)
      lineIsBlank &&= words.trim() === ''
      at = special
    } else if (text[at] === '\n') {
      if (lineIsBlank) state = atRest()
      push(runs, state, '\n', false)
      lineIsBlank = true
      at += 1
    } else {
      at +=
        text[at] === '*' || text[at] === '_'
          ? takeMark(state, readMark(text, at), runs)
          : takeQuote(state, text, at, runs)
      lineIsBlank = false
    }
  }
  return runs
}

const specials = /[\n*_"“”„«»「」『』]/g

function nextSpecial(text: string, from: number): number {
  specials.lastIndex = from
  return specials.exec(text)?.index ?? text.length
}

function atRest(): State {
  return { open: [], closers: '', depthAtSpeech: 0 }
}

/** Begins or ends speech with a quotation mark, or leaves it as text; says how many characters it took. */
function takeQuote(state: State, text: string, at: number, runs: ProseRun[]): number {
  const quote = text.charAt(at)
  if (state.closers === '') {
    state.closers = closersAt(text, at)
    state.depthAtSpeech = state.open.length
    push(runs, state, quote, false)
  } else {
    push(runs, state, quote, false)
    if (state.closers.includes(quote)) {
      state.closers = ''
      closeFrom(state, state.depthAtSpeech)
    }
  }
  return quote.length
}

/** Opens or closes with asterisks or underscores, or leaves them as text; says how many characters it took. */
function takeMark(state: State, { text, canOpen, canClose }: Mark, runs: ProseRun[]): number {
  const opened = canClose ? state.open.findLastIndex((open) => open.mark === text) : -1
  if (opened === -1 && canOpen && state.open.length < deepest) {
    const inside = state.closers !== '' || state.open.some((open) => open.meaning === 'action')
    state.open.push({ mark: text, meaning: text.length === 2 ? 'strong' : inside ? 'em' : 'action' })
    push(runs, state, text, true)
  } else {
    push(runs, state, text, opened !== -1)
    if (opened !== -1) closeFrom(state, opened)
  }
  return text.length
}

/** What was opened later ends too: marks do not cross. */
function closeFrom(state: State, depth: number): void {
  state.open.length = Math.min(state.open.length, depth)
  state.depthAtSpeech = Math.min(state.depthAtSpeech, depth)
}

function push(runs: ProseRun[], state: State, text: string, mark: boolean): void {
  const run: ProseRun = { kind: kindOf(state), text, mark, emphasis: emphasisOf(state) }
  const last = runs.at(-1)
  if (last && last.kind === run.kind && last.mark === mark && last.emphasis === run.emphasis) last.text += text
  else runs.push(run)
}

function kindOf(state: State): ProseRun['kind'] {
  if (state.closers !== '') return 'speech'
  return state.open.some((open) => open.meaning === 'action') ? 'action' : 'plain'
}

function emphasisOf(state: State): ProseRun['emphasis'] {
  // An action that has speech in it lends the speech no stress; marks opened within the speech do.
  const open = state.closers === '' ? state.open : state.open.slice(state.depthAtSpeech)
  if (open.some(({ meaning }) => meaning === 'strong')) return 'strong'
  return open.some(({ meaning }) => meaning === 'em') ? 'em' : 'none'
}
