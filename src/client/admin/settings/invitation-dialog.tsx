import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { call } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import type { Closable } from '#client/ui/dialogs.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { isBlank } from '#engine/is-blank.ts'
import { InvitationRequest, invitationLimits } from '#shared/invitations.ts'
import { copyInvitation } from './invitation-list.tsx'

const Fields = z
  .custom<{ note: string; maxUses: string; days: string }>()
  .transform(({ note, maxUses, days }) => ({
    ...{ note, maxUses: Number(maxUses) },
    days: isBlank(days) ? null : Number(days),
  }))
  .pipe(InvitationRequest)

export function InvitationDialog({ onClose }: Closable) {
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { note: '', maxUses: '1', days: '7' } })
  const create = async (body: InvitationRequest) => {
    const created = await call('POST /api/admin/invitations', { body })
    queries.setQueryData(queryOf('GET /api/admin/invitations').queryKey, created)
    const [newest] = created.invitations
    toast({
      title: 'Invitation created',
      description: 'Copy its link, and send it to whom you invite.',
      action: newest && { label: 'Copy link', onSelect: () => void copyInvitation(newest) },
    })
  }
  return (
    <FormDialog title="Create an invitation" form={form} label="Create" onSave={create} onClose={onClose}>
      <InputField
        label="Note"
        help="Only admins see it: whom it is for, such as “Book club”."
        form={form}
        name="note"
        maxLength={invitationLimits.note}
        autoComplete="off"
      />
      <InputField
        label="How many people may use it"
        form={form}
        name="maxUses"
        inputMode="numeric"
        autoComplete="off"
      />
      <InputField
        label="Valid for days"
        help="Empty: until it is used up or revoked."
        form={form}
        name="days"
        inputMode="numeric"
        autoComplete="off"
      />
    </FormDialog>
  )
}
