import { Download } from 'lucide-react'
import { buttonClass } from '#client/ui/button-class.ts'
import { dataExportPath } from '../api.ts'
import { SettingsSection } from './settings-section.tsx'

export function DataSection() {
  return (
    <SettingsSection
      title="Your data"
      text="One JSON file with your account, your characters, your conversations with all versions of each reply, and your ratings."
    >
      <a href={dataExportPath} download className={buttonClass({ variant: 'outline' })}>
        <Download aria-hidden size={16} /> Download my data
      </a>
    </SettingsSection>
  )
}
