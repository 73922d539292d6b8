import { Check, FileUp, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Conversation } from '#shared/chat.ts'
import { conversationPath } from '../conversation-paths.ts'
import { useChatPartners } from '../use-chat-partners.ts'
import { type ImportedFile, useImport } from './use-import.ts'

/** The character of the open conversation. */
export type CurrentCharacter = Pick<Conversation, 'characterId' | 'characterName'>

interface ImportDialogProps {
  current: CurrentCharacter | null
  onClose: () => void
  /** An imported conversation was opened. */
  onOpen: () => void
}

/** Imports conversations from files, for one character. */
export function ImportDialog({ current, onClose, onOpen }: ImportDialogProps) {
  const { mine, others } = useChatPartners()
  const partners = [...mine, ...others].filter(({ id }) => id !== current?.characterId)
  const options = current ? [{ id: current.characterId, name: current.characterName }, ...partners] : partners
  const [chosen, setChosen] = useState('')
  const characterId = chosen || (options[0]?.id ?? '')
  const { files, importFiles, retry, isImporting } = useImport(characterId)
  const failed = files.filter(({ state }) => state === 'failed')
  // In the end, what needs the user's attention comes first.
  const listed = isImporting ? files : [...failed, ...files.filter(({ state }) => state !== 'failed')]
  const canRetry = !isImporting && failed.some((file) => file.canRetry)
  const canImport = !isImporting && characterId !== ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Import conversations"
      description="Choose or drop files that were exported here, or by SillyTavern, Agnai or character.ai."
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the button */}
      <div
        className="flex flex-col gap-5"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          if (canImport) void importFiles([...event.dataTransfer.files])
        }}
      >
        <Field label="Character" help="The character that answers when you continue an imported conversation.">
          {(control) => (
            <Select
              {...control}
              value={characterId}
              disabled={isImporting}
              onChange={(event) => setChosen(event.target.value)}
            >
              {options.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <FilesButton disabled={!canImport} onChoose={(chosen) => void importFiles(chosen)} />
        {files.length > 0 && (
          <ul aria-label="Files" className="flex max-h-64 flex-col gap-1.5 overflow-y-auto">
            {listed.map((file) => (
              <FileItem key={file.id} file={file} onOpen={onOpen} />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 empty:hidden">
          <p role="status" className="text-ink-soft text-sm empty:hidden">
            {summaryOf(files)}
          </p>
          {canRetry && (
            <Button variant="outline" onClick={() => void retry()}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function summaryOf(files: readonly ImportedFile[]): string {
  if (files.length === 0) return ''
  const count = (...states: ImportedFile['state'][]) => files.filter(({ state }) => states.includes(state)).length
  const ofAll = `of ${files.length} ${files.length === 1 ? 'file' : 'files'}`
  const done = count('imported', 'failed')
  return done < files.length ? `Importing: ${done} ${ofAll} done` : `${count('imported')} ${ofAll} imported`
}

/** A button that opens the browser's file dialog through a hidden input. */
function FilesButton({ disabled, onChoose }: { disabled: boolean; onChoose: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <input
        ref={input}
        type="file"
        multiple
        accept=".json,.jsonl"
        aria-label="Conversation files"
        tabIndex={-1}
        hidden
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])])
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
      <Button className="w-full" disabled={disabled} onClick={() => input.current?.click()}>
        <FileUp aria-hidden size={17} />
        Choose files
      </Button>
    </div>
  )
}

function FileItem({ file, onOpen }: { file: ImportedFile; onOpen: () => void }) {
  const { state, conversations, problem } = file
  const { name } = file.file
  const [first] = conversations
  return (
    <li className="flex items-start gap-3 rounded-md bg-sunken px-3 py-2.5 text-sm">
      <StateIcon state={state} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-[550]" title={name}>
          {name}
        </span>
        <span className={`block text-pretty ${state === 'failed' ? 'text-danger' : 'text-ink-soft'}`}>
          {state === 'waiting' && 'Waiting'}
          {state === 'importing' && 'Importing…'}
          {state === 'failed' && problem}
          {state === 'imported' && countOf(conversations)}
        </span>
      </span>
      {first && (
        <Link
          to={conversationPath(first.id)}
          onClick={onOpen}
          className="-my-2.5 -mr-3 flex min-h-11 min-w-11 shrink-0 items-center justify-center rounded-sm px-3 font-[550] text-curtain underline-offset-4 hover:underline"
        >
          Open
        </Link>
      )}
    </li>
  )
}

function countOf(conversations: readonly Conversation[]): string {
  const messages = conversations.reduce((sum, { messageCount }) => sum + messageCount, 0)
  const inAll = `${messages} ${messages === 1 ? 'message' : 'messages'}`
  return conversations.length === 1 ? `Imported: ${inAll}` : `Imported: ${conversations.length} conversations, ${inAll}`
}

function StateIcon({ state }: { state: ImportedFile['state'] }) {
  if (state === 'imported') return <Check aria-hidden size={17} className="mt-0.5 shrink-0 text-good" />
  if (state === 'failed') return <TriangleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-danger" />
  return (
    <LoaderCircle
      aria-hidden
      size={17}
      className={`mt-0.5 shrink-0 text-ink-soft ${state === 'importing' ? 'animate-spin' : ''}`}
    />
  )
}
