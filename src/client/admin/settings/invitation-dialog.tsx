import { call } from '#client/lib/http.ts'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { toast, toastRules } from '#client/ui/toast-store.ts'
import { InvitationRequest, invitationLimits } from '#shared/invitations.ts'
import { numberOrNull } from '../typed-values.ts'
import { copyInvitation } from './invitation-list.tsx'

const number = { rules: numberOrNull, inputMode: 'numeric', autoComplete: 'off' } as const

export function InvitationDialog() {
  const form = useSchemaForm(InvitationRequest, { note: '', maxUses: 1, days: 7 })
  const { field } = form
  const create = async (body: InvitationRequest) => {
    const created = await call('POST /api/admin/invitations', { body })
    queryClient.setQueryData(queryOf('GET /api/admin/invitations').queryKey, created)
    const [newest] = created.invitations
    toast({
      title: 'Invitation created',
      description: 'Copy its link, and send it to whom you invite.',
      action: newest && { label: 'Copy link', onSelect: () => void copyInvitation(newest) },
      // The list has that button too.
      duration: toastRules.duration,
    })
  }
  return (
    <FormDialog title="Create an invitation" form={form} label="Create" onSave={create}>
      <InputField
        {...field('note', 'Note', 'Only admins see it: whom it is for, such as “Book club”.')}
        maxLength={invitationLimits.note}
        autoComplete="off"
      />
      <InputField {...field('maxUses', 'How many people may use it')} {...number} />
      <InputField {...field('days', 'Valid for days', 'Empty: until it is used up or revoked.')} {...number} />
    </FormDialog>
  )
}
