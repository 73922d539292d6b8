import { Download } from 'lucide-react'
import { buttonClass } from '#client/ui/button-class.ts'
import { dataExportPath } from '../api.ts'
import { SettingsSection } from './settings-section.tsx'

export function DataSection() {
  return (
    <SettingsSection
      title="Your data"
      text="Your account, your characters in full, every conversation with all its versions, and your ratings, in one JSON file."
    >
      <a href={dataExportPath} download className={buttonClass({ variant: 'outline' })}>
        <Download aria-hidden size={16} /> Download my data
      </a>
    </SettingsSection>
  )
}
