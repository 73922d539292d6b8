import { type ProseRun, readProse } from '#engine/prose/typography.ts'

/** As much of a syntax tree's node as these plugins touch. */
interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/**
 * Markdown with everything left out that roleplay text trips over: raw HTML, code by indentation, headings by
 * underlining, and `*`/`_`, which mean more here than emphasis and are read by `rehypeRoleplay`.
 */
export function remarkPlain(this: { data: () => object }): void {
  const data: { micromarkExtensions?: object[] } = this.data()
  const disable = [
    'attention',
    'characterEscape',
    'codeIndented',
    'definition',
    'htmlFlow',
    'htmlText',
    'setextUnderline',
  ]
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: disable } }]
}

/** Pictures from elsewhere would tell their server who reads: they are shown as links to follow by choice. */
export function rehypePicturesAsLinks() {
  return (tree: Node): void => namePictures(tree, false)
}

function namePictures(node: Node, inLink: boolean): void {
  for (const child of node.children ?? []) {
    if (child.tagName !== 'img') {
      namePictures(child, inLink || child.tagName === 'a')
      continue
    }
    const href = child.properties?.src
    const text = { type: 'text', value: String(child.properties?.alt || href) }
    if (inLink) Object.assign(child, text, { tagName: undefined, children: undefined })
    else Object.assign(child, { tagName: 'a', properties: { href }, children: [text] })
  }
}

/** Tells "speech" and *actions* apart, within each paragraph and across its links and code. */
export function rehypeRoleplay() {
  return (tree: Node): void => visitBlocks(tree)
}

const inline = new Set(['a', 'br', 'code', 'del', 'em', 'strong'])

function visitBlocks(node: Node): void {
  if (node.tagName === 'pre') return
  const children = node.children ?? []
  if (children.some((child) => child.type === 'text' && child.value?.trim())) markUp(node)
  else for (const child of children) if (!inline.has(child.tagName ?? '')) visitBlocks(child)
}

/** Stands for a piece of code while the prose around it is read. */
const codeMark = '\uFFFC'

function markUp(block: Node): void {
  dropBreakAfterBreak(block)
  const runs = new Runs(readProse(textOf(block)))
  block.children = rebuilt(block, runs)
}

/** Line ends are kept as line breaks by the style; after a hard break one would be one too many. */
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
    if (child.type === 'text') return runs.take(child.value?.length ?? 0).flatMap(drawn)
    if (child.tagName === 'code' || child.tagName === 'br') {
      runs.take(1)
      return [child]
    }
    return [{ ...child, children: rebuilt(child, runs) }]
  })
}

/** The runs of a block, handed out a stretch of text at a time. */
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

function drawn({ kind, text, mark, emphasis }: ProseRun): Node[] {
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
