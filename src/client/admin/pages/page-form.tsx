import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { longDate } from '#client/lib/dates.ts'
import { call, errorText, hasCode } from '#client/lib/http.ts'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { TextareaField } from '#client/ui/form-field.tsx'
import { MarkdownText } from '#client/ui/markdown-text.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { SitePageName } from '#shared/site-page-names.ts'
import { type SitePage, sitePageLimits } from '#shared/site-pages.ts'

const conflictText =
  'Another admin has saved this page in the meantime. Save again to replace it with yours, or open it in another tab to compare.'

interface PageFormProps {
  name: SitePageName
  page: SitePage
  onEdit: (isEdited: boolean) => void
}

export function PageForm({ name, page, onEdit }: PageFormProps) {
  const [text, setText] = useState(page.text)
  const [isPreview, setPreview] = useState(false)
  const { queryKey } = queryOf('GET /api/site-pages/:name', { params: { name } })
  const save = useSingleMutation({
    mutationFn: (next: string | null) =>
      call('PUT /api/admin/site-pages/:name', { params: { name }, body: { text: next, updatedAt: page.updatedAt } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      setText(saved.text)
      onEdit(false)
      toast({ title: 'Saved', description: 'Everybody reads it like this now.' })
    },
    onError: async (error) => {
      if (!hasCode(error, 'changed_elsewhere')) return
      const saved = await call('GET /api/site-pages/:name', { params: { name } }).catch(() => page)
      queryClient.setQueryData(queryKey, saved)
    },
  })
  const problem = hasCode(save.error, 'changed_elsewhere')
    ? conflictText
    : save.error && errorText(save.error, 'The page could not be saved.')
  const reset = () =>
    confirmDialog.open({
      title: 'Use the draft again?',
      text: 'The text you saved is deleted, and everybody reads the draft that comes with Troupe.',
      action: 'Use the draft',
      onConfirm: async () => save.mutate(null),
    })
  return (
    <Card className="p-5 sm:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-ink-soft text-sm">
          {page.updatedAt === null
            ? 'This is the draft that comes with Troupe. Add who you are and how to reach you, and have it checked.'
            : `Saved on ${longDate(page.updatedAt)}.`}
        </p>
        <a
          href={`/${name}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 font-[550] text-sm underline underline-offset-2"
        >
          Open the page
          <ExternalLink aria-hidden size={15} />
        </a>
      </div>
      {isPreview ? (
        <div className="rounded-md border border-line bg-paper px-5 py-5">
          <MarkdownText text={text} />
        </div>
      ) : (
        <TextareaField
          label="Text"
          help="Markdown: ## before a heading, - before a point, [words](/rules) for a link."
          value={text}
          maxLength={sitePageLimits.text}
          onChange={(event) => {
            setText(event.target.value)
            onEdit(event.target.value !== page.text)
          }}
          rows={18}
          className="!max-h-[60dvh] min-h-80"
        />
      )}
      <div className="mt-5 flex flex-col gap-3">
        <ProblemText>{problem ?? undefined}</ProblemText>
        <div className="flex flex-wrap justify-end gap-2.5">
          {page.updatedAt !== null && (
            <Button variant="quiet" className="sm:mr-auto" onClick={reset}>
              Use the draft again
            </Button>
          )}
          <Button variant="outline" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
            {isPreview ? 'Edit' : 'Preview'}
          </Button>
          <Button aria-disabled={save.isPending} onClick={() => save.mutate(text)}>
            {save.isPending ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </div>
    </Card>
  )
}
