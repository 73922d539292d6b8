import { isBlank } from '#engine/is-blank.ts'
import { typesetQuotes } from '#engine/prose/quotes.ts'
import { type ProseRun, readProse } from '#engine/prose/typography.ts'

/** The fields of a syntax tree node that these plugins use. */
interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/**
 * Switches off the Markdown that roleplay text uses by accident: raw HTML, indented code, underlined headings, and
 * `*`/`_`, which mark actions here and are parsed by `rehypeRoleplay`. Character references such as `&#105;` are off because
 * the safety policy reads the source.
 */
export function remarkPlain(this: { data: () => object }): void {
  const data: { micromarkExtensions?: object[] } = this.data()
  const disable = [
    'attention',
    'characterEscape',
    'characterReference',
    'codeIndented',
    'definition',
    'htmlFlow',
    'htmlText',
    'setextUnderline',
  ]
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: disable } }]
}

/** Shows a text as it was written where its Markdown leaves nothing to see: “#”, “_” or “&nbsp;”. */
export function rehypeShowSource() {
  return (tree: Node, file: { value: unknown }): void => {
    const text: Node = { type: 'text', value: String(file.value) }
    if (!hasContent(tree)) tree.children = [{ type: 'element', tagName: 'p', properties: {}, children: [text] }]
  }
}

const hasContent = ({ tagName, value, children = [] }: Node): boolean =>
  tagName === 'hr' || (value !== undefined && !isBlank(value)) || children.some(hasContent)

/** Turns images into links: loading an image would disclose the user's address to its server. */
export function rehypeImagesAsLinks() {
  return (tree: Node): void => replaceImages(tree, false)
}

function replaceImages(node: Node, inLink: boolean): void {
  for (const child of node.children ?? []) {
    if (child.tagName !== 'img') {
      replaceImages(child, inLink || child.tagName === 'a')
      continue
    }
    const href = child.properties?.src
    const text = { type: 'text', value: String(child.properties?.alt || href) }
    if (inLink) Object.assign(child, text, { tagName: undefined, children: undefined })
    else Object.assign(child, { tagName: 'a', properties: { href }, children: [text] })
  }
}

/**
 * Marks up "speech" and *actions* in each paragraph, across its links and code. `typesetQuotes`: straight quotation marks
 * are shown as curly ones.
 */
export function rehypeRoleplay(options: { typesetQuotes: boolean }) {
  return (tree: Node): void => visitBlocks(tree, options)
}

const inline = new Set(['a', 'br', 'code', 'del', 'em', 'strong'])

function visitBlocks(node: Node, options: { typesetQuotes: boolean }): void {
  if (node.tagName === 'pre') return
  const children = node.children ?? []
  if (children.some((child) => child.type === 'text' && child.value?.trim())) markUp(node, options)
  else for (const child of children) if (!inline.has(child.tagName ?? '')) visitBlocks(child, options)
}

/** Replaces inline code while the prose around it is parsed. */
const codeMark = '\uFFFC'

function markUp(block: Node, options: { typesetQuotes: boolean }): void {
  dropBreakAfterBreak(block)
  const text = textOf(block)
  const runs = readProse(text)
  block.children = rebuilt(block, new Runs(options.typesetQuotes ? withText(runs, typesetQuotes(text)) : runs))
}

/** The same runs with another text of the same length. */
function withText(runs: ProseRun[], text: string): ProseRun[] {
  let start = 0
  return runs.map((run) => {
    const end = start + run.text.length
    const part = { ...run, text: text.slice(start, end) }
    start = end
    return part
  })
}

/** CSS shows line ends as line breaks; the line end after a hard break would be a second one. */
function dropBreakAfterBreak({ children = [] }: Node): void {
  for (const [index, child] of children.entries()) {
    if (child.type === 'text' && children[index - 1]?.tagName === 'br') child.value = child.value?.replace(/^\n/, '')
  }
}

function textOf(node: Node): string {
  if (node.type === 'text') return node.value ?? ''
  if (node.tagName === 'code') return codeMark
  if (node.tagName === 'br') return '\n'
  return (node.children ?? []).map(textOf).join('')
}

function rebuilt(node: Node, runs: Runs): Node[] {
  return (node.children ?? []).flatMap((child): Node[] => {
    if (child.type === 'text') return runs.take(child.value?.length ?? 0).flatMap(toNodes)
    if (child.tagName === 'code' || child.tagName === 'br') {
      runs.take(1)
      return [child]
    }
    return [{ ...child, children: rebuilt(child, runs) }]
  })
}

/** The runs of a block, taken by length of text. */
class Runs {
  private readonly runs: ProseRun[]

  constructor(runs: ProseRun[]) {
    this.runs = [...runs]
  }

  take(length: number): ProseRun[] {
    const taken: ProseRun[] = []
    for (let missing = length; missing > 0; ) {
      const run = this.runs.shift()
      if (!run) break
      const text = run.text.slice(0, missing)
      if (text.length < run.text.length) this.runs.unshift({ ...run, text: run.text.slice(text.length) })
      taken.push({ ...run, text })
      missing -= text.length
    }
    return taken
  }
}

function toNodes({ kind, text, mark, emphasis }: ProseRun): Node[] {
  if (mark || text === '') return []
  let node: Node = { type: 'text', value: text }
  if (emphasis !== 'none') node = element(emphasis, [node])
  if (kind === 'action') return [element('i', [node], { className: 'action' })]
  if (kind === 'speech') return [element('span', [node], { className: 'speech' })]
  return [node]
}

function element(tagName: string, children: Node[], properties: Record<string, unknown> = {}): Node {
  return { type: 'element', tagName, properties, children }
}
