import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { FormEvent } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { FormEnd } from '#client/ui/form-end.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { MacroField } from '#client/ui/macro-textarea.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { submitForm } from '#client/ui/show-server-errors.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { isBlank } from '#engine/is-blank.ts'
import { type QuickReplies, QuickRepliesRequest, type QuickReply, quickReplyLimits } from '#shared/quick-replies.ts'
import { saveQuickReplies, useNewestQuickReplies } from './quick-replies.ts'

const blank: QuickReply = { label: '', text: '', sendNow: false }
const isWritten = ({ label, text }: Pick<QuickReply, 'label' | 'text'>) => !isBlank(label) || !isBlank(text)

export function QuickRepliesDialog() {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useNewestQuickReplies()
  return (
    <Dialog
      title="Quick replies"
      description="Texts that you send often, as buttons above the message field in all your chats."
      className="sm:!max-w-lg"
    >
      {error && !isFetching && <LoadError isShort what="the quick replies" query={{ error, refetch }} />}
      {(!isFetchedAfterMount || (error && isFetching)) && <Skeleton className="h-32 rounded-md" />}
      {data && isFetchedAfterMount && !error && <QuickRepliesForm saved={data.replies} />}
    </Dialog>
  )
}

function QuickRepliesForm({ saved }: { saved: readonly QuickReply[] }) {
  const close = useClose()
  const form = useSchemaForm(QuickRepliesRequest, { replies: saved.length > 0 ? [...saved] : [blank] })
  const { fields, append, move, remove, replace } = useFieldArray({ control: form.control, name: 'replies' })
  const save = async ({ replies }: QuickReplies) => {
    await saveQuickReplies(replies, saved)
    close()
  }
  const submit = (event: FormEvent) => {
    const { replies } = form.getValues()
    // A reply that was added but left empty is ignored.
    if (!replies.every(isWritten)) replace(replies.filter(isWritten))
    return submitForm(form, save, 'The quick replies could not be saved. Please try again.')(event)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <ol className="flex flex-col gap-3">
        {fields.map(({ id }, index) => (
          <QuickReplyItem
            key={id}
            form={form}
            index={index}
            count={fields.length}
            onMove={(step) => move(index, index + step)}
            onDelete={() => remove(index)}
          />
        ))}
      </ol>
      {fields.length < quickReplyLimits.perAccount && (
        <Button variant="outline" icon={Plus} onClick={() => append(blank)}>
          Add a quick reply
        </Button>
      )}
      <p className="text-ink-soft text-xs">
        {'Type {{ in a text for placeholders: names, words drawn at random, dice, the date and more.'}
      </p>
      <FormEnd form={form} onCancel={close} />
    </form>
  )
}

interface QuickReplyItemProps {
  form: UseFormReturn<z.input<typeof QuickRepliesRequest>, unknown, QuickReplies>
  index: number
  count: number
  onMove: (step: -1 | 1) => void
  onDelete: () => void
}

function QuickReplyItem({ form, index, count, onMove, onDelete }: QuickReplyItemProps) {
  const number = index + 1
  return (
    <li className="rounded-lg border border-line p-3.5">
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">Quick reply {number}</legend>
        <InputField label="Label" form={form} name={`replies.${index}.label`} maxLength={quickReplyLimits.label} />
        <MacroField
          label="Text"
          form={form}
          name={`replies.${index}.text`}
          rows={2}
          className="!min-h-16"
          maxLength={quickReplyLimits.text}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="flex min-h-11 items-center gap-3 text-sm">
            <Switch
              aria-label={`Send quick reply ${number} at once`}
              checked={form.watch(`replies.${index}.sendNow`) ?? false}
              onCheckedChange={(sendNow) => form.setValue(`replies.${index}.sendNow`, sendNow)}
            />
            Send at once
          </span>
          <span className="flex">
            <IconButton
              label={`Move quick reply ${number} up`}
              icon={ArrowUp}
              disabled={index === 0}
              onClick={() => onMove(-1)}
            />
            <IconButton
              label={`Move quick reply ${number} down`}
              icon={ArrowDown}
              disabled={number === count}
              onClick={() => onMove(1)}
            />
            <IconButton label={`Delete quick reply ${number}`} icon={Trash2} onClick={onDelete} />
          </span>
        </div>
      </fieldset>
    </li>
  )
}
