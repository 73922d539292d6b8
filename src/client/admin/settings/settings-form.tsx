import { UnsavedChangesGuard } from '#client/characters/creator/unsaved-changes-guard.tsx'
import { call } from '#client/lib/http.ts'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { refreshSite } from '#client/lib/site.ts'
import { FormEnd } from '#client/ui/form-end.tsx'
import { InputField, SelectField, TextareaField } from '#client/ui/form-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { submitForm } from '#client/ui/show-server-errors.ts'
import { SwitchField } from '#client/ui/switch-field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import {
  type SettingName,
  Settings,
  type SettingsState,
  settingLabels,
  settingLimits,
  settingVariables,
} from '#shared/settings.ts'
import { siteTexts } from '#shared/site.ts'
import { numberOrNull } from '../typed-values.ts'

const registrationOptions = [
  ['open', 'Everybody'],
  ['invitation', 'People with an invitation'],
  ['closed', 'Nobody'],
] as const
const ratingOptions = [
  ['general', 'General'],
  ['mature', 'Mature'],
  ['explicit', 'Explicit'],
] as const

export function SettingsForm({ state: { settings, fixed, hasClassifier } }: { state: SettingsState }) {
  // Controls that the environment decides are disabled, and have no value then.
  const form = useSchemaForm(Settings.partial(), settings)
  const { dirtyFields, isDirty } = form.formState
  const save = async (values: Partial<Settings>) => {
    const changed = Object.entries(values).filter(([name]) => dirtyFields[name as SettingName])
    const saved = await call('PUT /api/admin/settings', { body: Object.fromEntries(changed) })
    queryClient.setQueryData(queryOf('GET /api/admin/settings').queryKey, saved)
    void refreshSite()
    form.reset(saved.settings)
    toast({ title: 'Saved', description: 'It is in effect now.' })
  }
  const submit = submitForm(form, save, 'The settings were not saved. Please try again.')
  const field = (name: SettingName, help?: string) => {
    const variable = fixed.includes(name) && settingVariables[name as keyof typeof settingVariables]
    return {
      ...form.field(
        name,
        settingLabels[name],
        variable ? `Set by ${variable} in the environment of the server.` : help,
      ),
      disabled: variable !== false,
    }
  }
  const number = (name: 'freeDailyMessages' | 'freeSpeechMinutes' | 'premiumSpeechMinutes', help: string) => ({
    ...field(name, help),
    rules: { setValueAs: (value: string | number) => (value === '' ? Number.NaN : Number(value)) },
    inputMode: 'numeric' as const,
    autoComplete: 'off',
  })
  const toggle = (name: 'memory' | 'expressionCalls' | 'classifier', text: string) =>
    form.toggle(name, settingLabels[name], text)
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <InputField {...field('siteName')} maxLength={settingLimits.siteName} autoComplete="off" />
      <TextareaField
        {...field('welcomeText', 'Under the title of the landing page. Empty: the text that comes with Troupe.')}
        maxLength={settingLimits.welcomeText}
        placeholder={siteTexts.welcome}
      />
      <SelectField {...field('registration', 'Accounts that exist can always log in.')} options={registrationOptions} />
      <InputField {...number('freeDailyMessages', 'They are counted anew at midnight UTC. Premium has no limit.')} />
      <SelectField
        {...field('maxContentRating', 'Characters above it stay stored, and nobody can find or chat with them.')}
        options={ratingOptions}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <InputField
          {...number('freeSpeechMinutes', 'Spoken by connected voices, and dictated. 0: the browser’s voices only.')}
        />
        <InputField {...number('premiumSpeechMinutes', 'Counted anew at midnight UTC. Admins have no limit.')} />
      </div>
      <InputField
        {...field('speechDollars', 'Of all accounts, as far as the prices under Voices are known. Empty: any amount.')}
        rules={numberOrNull}
        inputMode="decimal"
        autoComplete="off"
      />
      <SwitchField {...toggle('memory', 'Off: no conversation uses its memory, and none is written.')} />
      <SwitchField
        {...toggle(
          'expressionCalls',
          'On: a model that does not name the expression of its reply is asked for it in a short call, at its price.',
        )}
      />
      <SwitchField
        {...toggle(
          'classifier',
          hasClassifier
            ? 'Off: only the rules check what is written. What waits for the classifier goes on waiting.'
            : 'None is connected. Set CLASSIFIER_BASE_URL in the environment of the server and restart it.',
        )}
        disabled={!hasClassifier}
      />
      <div className="sm:self-end sm:[&_button]:self-end">
        <FormEnd form={form} isDisabled={!isDirty} />
      </div>
      <UnsavedChangesGuard when={isDirty} isDraftSaved={false} />
    </form>
  )
}
