import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#client/ui/button-class.ts'
import { dataExportPath } from '../api.ts'
import { SettingsSection } from './settings-section.tsx'

/** `children`: what else can be done with the data. */
export function DataSection({ children }: { children?: ReactNode }) {
  return (
    <SettingsSection
      title="Your data"
      text="One ZIP archive with all that you have here: characters, lorebooks, personas, pictures and conversations with all versions of each reply, as files that you can import again, and the data of your account to read."
    >
      <div className="flex flex-wrap gap-3">
        <a href={dataExportPath} download className={buttonClass({ variant: 'outline' })}>
          <Download aria-hidden size={16} /> Download my data
        </a>
        {children}
      </div>
    </SettingsSection>
  )
}
