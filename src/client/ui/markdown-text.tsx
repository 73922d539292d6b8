import Markdown from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'

/** A text in Markdown, such as the terms: headings, lists and links. HTML in it is not shown. The page has the first heading. */
export function MarkdownText({ text }: { text: string }) {
  return (
    <div className="max-w-[68ch] text-pretty leading-relaxed [&_a]:underline [&_a]:underline-offset-2 [&_a:hover]:text-curtain [&_h2]:mt-8 [&_h2]:mb-2 [&_h2]:text-xl [&_h3]:mt-6 [&_h3]:mb-1.5 [&_h3]:text-lg [&_li]:mt-1.5 [&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:mt-3 [&_pre]:mt-3 [&_pre]:whitespace-pre-wrap [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:pl-6 [&>:first-child]:mt-0 [overflow-wrap:anywhere]">
      <Markdown
        skipHtml
        rehypePlugins={[rehypeSanitize]}
        disallowedElements={['img']}
        unwrapDisallowed
        components={{ h1: 'h2' }}
      >
        {text}
      </Markdown>
    </div>
  )
}
