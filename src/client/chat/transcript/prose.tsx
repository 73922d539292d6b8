import { type ComponentProps, memo, useMemo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import { cx } from '#client/lib/cx.ts'
import { splitBlocks } from './blocks.ts'
import { rehypeImagesAsLinks, rehypeRoleplay, remarkPlain } from './roleplay-marks.ts'
import './prose.css'

interface ProseProps {
  text: string
  /** The text is still arriving: a cursor is shown at its end. */
  isArriving?: boolean
}

/** A message's text: Markdown with roleplay typography, without scripts and without requests to other servers. */
export function Prose({ text, isArriving = false }: ProseProps) {
  const blocks = useMemo(() => splitBlocks(text), [text])
  return (
    <div className={cx('prose', isArriving && 'prose-arriving')}>
      {blocks.map((block, index) => (
        // Blocks are only added at the end: a finished one keeps its index and is not parsed again.
        // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the block
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

/** The typography comes after the sanitizer: what it adds is safe, and would be removed. */
const rehypePlugins: ComponentProps<typeof Markdown>['rehypePlugins'] = [
  rehypeImagesAsLinks,
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

/** Only absolute web addresses become links: a relative one could trigger an action on this site. */
function isWebAddress(href: string | undefined): boolean {
  return href !== undefined && /^https?:\/\//i.test(href) && URL.canParse(href)
}
