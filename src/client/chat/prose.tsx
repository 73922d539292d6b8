import { type ComponentProps, memo, useMemo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import { cx } from '#client/lib/cx.ts'
import { splitBlocks } from './blocks.ts'
import { rehypePicturesAsLinks, rehypeRoleplay, remarkPlain } from './roleplay-marks.ts'
import './prose.css'

interface ProseProps {
  text: string
  /** The text is still being written: a cursor stands at its end. */
  arriving?: boolean
}

/** What a character says: Markdown with roleplay typography, and nothing in it that could run or phone home. */
export function Prose({ text, arriving = false }: ProseProps) {
  const blocks = useMemo(() => splitBlocks(text), [text])
  return (
    <div className={cx('prose', arriving && 'prose-arriving')}>
      {blocks.map((block, index) => (
        // Blocks only ever grow at the end; a finished one keeps its place and is not read again.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
        <Block key={index} source={block} />
      ))}
    </div>
  )
}

const Block = memo(function Block({ source }: { source: string }) {
  return (
    <Markdown remarkPlugins={[remarkPlain]} rehypePlugins={rehypePlugins} components={components}>
      {source}
    </Markdown>
  )
})

const schema = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, href: ['http', 'https'] },
  tagNames: defaultSchema.tagNames?.filter((name) => name !== 'img' && name !== 'input'),
}

/** The typography comes last: what it adds is ours and needs no cleaning. */
const rehypePlugins: ComponentProps<typeof Markdown>['rehypePlugins'] = [
  rehypePicturesAsLinks,
  [rehypeSanitize, schema],
  rehypeRoleplay,
]

const components: Components = {
  p: ({ children }) => <p dir="auto">{children}</p>,
  a: ({ href, children }) =>
    isWebAddress(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    ) : (
      children
    ),
}

/** An address of this very site could be an action in disguise; only full web addresses are links. */
function isWebAddress(href: string | undefined): boolean {
  return href !== undefined && /^https?:\/\//i.test(href) && URL.canParse(href)
}
