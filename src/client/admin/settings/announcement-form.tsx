import { z } from 'zod'
import { AnnouncementText } from '#client/accounts/announcement-bar.tsx'
import { call } from '#client/lib/http.ts'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { refreshSite } from '#client/lib/site.ts'
import { Button } from '#client/ui/button.tsx'
import { InputField, TextareaField } from '#client/ui/form-field.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { showServerErrors } from '#client/ui/show-server-errors.ts'
import { toast } from '#client/ui/toast-store.ts'
import { isBlank } from '#engine/is-blank.ts'
import { Announcement, type StoredAnnouncement, settingLimits } from '#shared/settings.ts'

/** As `datetime-local` inputs have them: in the time zone of the browser. */
interface Values {
  text: string
  from: string
  until: string
}

const Fields = z
  .custom<Values>()
  .transform(({ text, from, until }): Announcement => ({ text, from: timeOf(from), until: timeOf(until) }))
  .pipe(Announcement)

const timeOf = (value: string) => (value === '' ? null : new Date(value).getTime())

function inputOf(time: number | null | undefined): string {
  if (time == null) return ''
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const valuesOf = (announcement: StoredAnnouncement): Values => ({
  text: announcement?.text ?? '',
  from: inputOf(announcement?.from),
  until: inputOf(announcement?.until),
})

export function AnnouncementForm({ announcement }: { announcement: StoredAnnouncement }) {
  const form = useSchemaForm(Fields, valuesOf(announcement))
  const { errors, isSubmitting } = form.formState
  const save = async (wanted: Announcement | null) => {
    try {
      const saved = await call('PUT /api/admin/announcement', { body: { announcement: wanted } })
      queryClient.setQueryData(queryOf('GET /api/admin/announcement').queryKey, saved)
      void refreshSite()
      form.reset(valuesOf(saved.announcement))
      toast({ title: wanted ? 'Announced' : 'Removed', description: wanted ? whenShown(wanted) : undefined })
    } catch (error) {
      showServerErrors(form, error, 'The announcement was not saved. Please try again.')
    }
  }
  const text = form.watch('text')
  return (
    <form onSubmit={form.handleSubmit(save)} noValidate className="flex flex-col gap-5">
      <TextareaField
        {...form.field('text', 'Text', 'Addresses that begin with https:// become links.')}
        maxLength={settingLimits.announcement}
      />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <InputField
          {...form.field('from', 'From', 'In your time zone. Empty: at once.')}
          type="datetime-local"
          className="min-w-0"
        />
        <InputField
          {...form.field('until', 'Until', 'Empty: until you remove it.')}
          type="datetime-local"
          className="min-w-0"
        />
      </div>
      {!isBlank(text) && (
        <section aria-label="Preview">
          <p className="mb-1.5 font-[550] text-sm">Preview</p>
          <div inert className="overflow-hidden rounded-md border border-line border-b-0">
            <AnnouncementText text={text} />
          </div>
        </section>
      )}
      <ProblemText>{errors.root?.message}</ProblemText>
      <div className="flex flex-wrap justify-end gap-2.5">
        {announcement && (
          <Button variant="outline" disabled={isSubmitting} onClick={() => void save(null)}>
            Remove
          </Button>
        )}
        <Button type="submit" disabled={isSubmitting}>
          {announcement ? 'Save' : 'Announce'}
        </Button>
      </div>
    </form>
  )
}

function whenShown({ from, until }: Announcement): string {
  const now = Date.now()
  if (until !== null && until <= now) return 'Its end is over: nobody sees it.'
  return from !== null && from > now ? 'It will be shown from then on.' : 'Everybody sees it now.'
}
