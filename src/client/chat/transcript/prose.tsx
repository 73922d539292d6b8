import { type ComponentProps, memo, useMemo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import { cx } from '#client/lib/cx.ts'
import { useReadingSettings } from '../reading/reading-settings.ts'
import { splitBlocks } from './blocks.ts'
import { rehypeImagesAsLinks, rehypeRoleplay, rehypeShowSource, remarkPlain } from './roleplay-marks.ts'
import './prose.css'

interface ProseProps {
  text: string
  /** The text is still arriving: a cursor is shown at its end. */
  isArriving?: boolean
}

/** A message's text: Markdown with roleplay typography, without scripts and without requests to other servers. */
export function Prose({ text, isArriving = false }: ProseProps) {
  const blocks = useMemo(() => splitBlocks(text), [text])
  const hasCurlyQuotes = useReadingSettings((settings) => settings.typesetQuotes)
  return (
    <div className={cx('prose', isArriving && 'prose-arriving')}>
      {blocks.map((block, index) => (
        // Blocks are only added at the end: a finished one keeps its index and is not parsed again.
        // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the block
        <Block key={index} source={block} hasCurlyQuotes={hasCurlyQuotes} isWhole={!isArriving} />
      ))}
    </div>
  )
}

/**
 * A line that begins with many quotation or list marks. Parsed, it would be as many elements inside each other: that takes
 * seconds, and more than a browser can render.
 */
const isNestedDeeply = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){12}/m

interface BlockProps {
  source: string
  hasCurlyQuotes: boolean
  /** False while more may follow: "*" is then the beginning of an action. */
  isWhole: boolean
}

const Block = memo(function Block({ source, hasCurlyQuotes, isWhole }: BlockProps) {
  if (isNestedDeeply.test(source)) return <p dir="auto">{source}</p>
  const { whole, arriving } = hasCurlyQuotes ? pluginsWithCurlyQuotes : pluginsWithStoredQuotes
  return (
    <Markdown remarkPlugins={[remarkPlain]} rehypePlugins={isWhole ? whole : arriving} components={components}>
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
const createPlugins = (typesetQuotes: boolean) => {
  const arriving: ComponentProps<typeof Markdown>['rehypePlugins'] = [
    rehypeImagesAsLinks,
    [rehypeSanitize, schema],
    [rehypeRoleplay, { typesetQuotes }],
  ]
  return { arriving, whole: [...arriving, rehypeShowSource] }
}
const pluginsWithCurlyQuotes = createPlugins(true)
const pluginsWithStoredQuotes = createPlugins(false)

const components: Components = {
  p: ({ children }) => <p dir="auto">{children}</p>,
  // The marks of a list and the edge of a quotation stand on the side where its text begins.
  ul: ({ children }) => <ul dir="auto">{children}</ul>,
  ol: ({ children, start }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
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
