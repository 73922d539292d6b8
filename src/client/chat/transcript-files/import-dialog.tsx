import { Check, CircleHelp, LoaderCircle, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CharacterChoice } from '#client/characters/character-choice.tsx'
import { counted } from '#client/lib/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { SelectField } from '#client/ui/form-field.tsx'
import type { Conversation } from '#shared/chat.ts'
import type { UnmatchedFile } from '#shared/errors.ts'
import type { ImportResponse } from '#shared/transcripts.ts'
import { conversationPath } from '../api/conversation-paths.ts'
import { type ImportedFile, useImport } from './use-import.ts'

export type CurrentCharacter = Pick<Conversation, 'characterId' | 'characterName'>

interface ImportDialogProps {
  current: CurrentCharacter | null
  onOpen?: () => void
}

/** Imports conversations from files. Each belongs to the character of the name in it; where that is unclear, it asks. */
export function ImportDialog({ current, onOpen }: ImportDialogProps) {
  const close = useClose()
  const openImported = () => {
    close()
    onOpen?.()
  }
  const { files, importFiles, retry, answer, isImporting } = useImport()
  const needsUser = ({ state }: ImportedFile) => state === 'failed' || state === 'asking'
  // In the end, what needs the user's attention comes first.
  const listed = isImporting ? files : [...files.filter(needsUser), ...files.filter((file) => !needsUser(file))]
  const canRetry = !isImporting && files.some((file) => file.canRetry)
  return (
    <Dialog
      title="Import conversations"
      description="Choose or drop files that were exported here, or by SillyTavern, RisuAI, KoboldLite, text-generation-webui, Agnai, Chub or character.ai."
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the button */}
      <div
        className="flex flex-col gap-5"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          if (!isImporting) void importFiles([...event.dataTransfer.files])
        }}
      >
        <FileButton
          variant="primary"
          className="w-full"
          disabled={isImporting}
          inputLabel="Conversation files"
          accept=".json,.jsonl"
          multiple
          onChoose={(chosen) => void importFiles(chosen)}
        >
          Choose files
        </FileButton>
        {files.length > 0 && (
          <ul aria-label="Files" className="flex max-h-[50dvh] flex-col gap-1.5 overflow-y-auto">
            {listed.map((file) => (
              <FileItem key={file.id} file={file} onOpen={openImported}>
                {file.state === 'asking' && file.question && (
                  <CharacterQuestion
                    question={file.question}
                    current={current}
                    disabled={isImporting}
                    onAnswer={(characterId) => void answer(file, characterId)}
                  />
                )}
              </FileItem>
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
  const ofAll = `of ${counted(files.length, 'file')}`
  const done = count('imported', 'asking', 'failed')
  return done < files.length ? `Importing: ${done} ${ofAll} done` : `${count('imported')} ${ofAll} imported`
}

interface FileItemProps {
  file: ImportedFile
  onOpen: () => void
  children: ReactNode
}

function FileItem({ file, onOpen, children }: FileItemProps) {
  const { state, result, problem } = file
  const { name } = file.file
  const [first] = result?.conversations ?? []
  return (
    <li className="flex items-start gap-3 rounded-md bg-sunken px-3 py-2.5 text-sm">
      <StateIcon state={state} />
      <div className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-[550]" title={name}>
          {name}
        </span>
        <span className={`block text-pretty empty:hidden ${state === 'failed' ? 'text-danger' : 'text-ink-soft'}`}>
          {state === 'waiting' && 'Waiting'}
          {state === 'importing' && 'Importing…'}
          {state === 'failed' && problem}
          {state === 'imported' && result && describeResult(result)}
        </span>
        {children}
      </div>
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

interface CharacterQuestionProps {
  question: UnmatchedFile
  current: CurrentCharacter | null
  disabled: boolean
  onAnswer: (characterId: string) => void
}

/** In place of a character's id: one that is looked for. */
const another = 'another'
const other = [another, 'Another character…'] as const

/** Asks which character a file belongs to: one of the name, that of the open conversation, or any other. */
function CharacterQuestion({ question, current, disabled, onAnswer }: CharacterQuestionProps) {
  const { name, candidates, messages, excluded } = question
  const named = candidates.map(
    ({ id, name: same, by, description }) => [id, `${same}, by ${by}: ${description}`] as const,
  )
  const isNamed = candidates.some(({ id }) => id === current?.characterId)
  const known = current && !isNamed ? [...named, [current.characterId, current.characterName] as const] : named
  const [characterId, setCharacterId] = useState(known[0]?.[0] ?? '')
  const asked =
    candidates.length > 0
      ? `Several characters are called ${name}. Which one is it?`
      : name === ''
        ? 'The file does not name its character. Who answers here?'
        : `There is no ${name} here. Who answers in this conversation?`
  return (
    <>
      <span className="block text-pretty text-ink-soft">
        {[counted(messages, 'message'), describeHidden(excluded)].filter(Boolean).join(', ')}
      </span>
      <SelectField
        label={asked}
        fieldClassName="mt-2 [overflow-wrap:anywhere]"
        value={characterId}
        disabled={disabled}
        onChange={(event) => setCharacterId(event.target.value)}
        options={known.length > 0 ? [...known, other] : [['', 'Nobody is chosen'], other]}
      />
      {characterId === another ? (
        <div className="mt-2">
          <CharacterChoice
            action={({ id, name: label }) => (
              <Button
                variant="outline"
                disabled={disabled}
                aria-label={`Choose: ${label}`}
                onClick={() => onAnswer(id)}
              >
                Choose
              </Button>
            )}
          />
        </div>
      ) : (
        <Button
          variant="outline"
          className="mt-2 w-full"
          disabled={disabled || characterId === ''}
          onClick={() => onAnswer(characterId)}
        >
          Import
        </Button>
      )}
    </>
  )
}

const describeHidden = (count: number) => (count === 0 ? '' : `${count.toLocaleString('en')} hidden from characters`)

function describeResult({ conversations, excluded, leftOut }: ImportResponse): string {
  const messages = counted(
    conversations.reduce((sum, { messageCount }) => sum + messageCount, 0),
    'message',
  )
  const names = [...new Set(conversations.map(({ characterName }) => characterName))].join(', ')
  const what = conversations.length === 1 ? messages : `${conversations.length} conversations, ${messages}`
  const imported = [`Imported: ${what} with ${names}`, describeHidden(excluded)].filter(Boolean).join(', ')
  return [imported, leftOut.length > 0 && `Left out: ${leftOut.join('; ')}`].filter(Boolean).join('. ')
}

function StateIcon({ state }: { state: ImportedFile['state'] }) {
  if (state === 'imported') return <Check aria-hidden size={17} className="mt-0.5 shrink-0 text-good" />
  if (state === 'asking') return <CircleHelp aria-hidden size={17} className="mt-0.5 shrink-0 text-ink-soft" />
  if (state === 'failed') return <TriangleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-danger" />
  return (
    <LoaderCircle
      aria-hidden
      size={17}
      className={`mt-0.5 shrink-0 text-ink-soft ${state === 'importing' ? 'animate-spin' : ''}`}
    />
  )
}
