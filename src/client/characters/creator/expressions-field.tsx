import { ImageUp, Plus, Sparkles, Trash2 } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { useUser } from '#client/accounts/session.ts'
import { generateImage, imageTypes, uploadImage, useGenerated } from '#client/images/api.ts'
import { CancellableProgress, useCancellable } from '#client/images/cancellable.tsx'
import { cx } from '#client/lib/cx.ts'
import { useFileDrop } from '#client/lib/use-file-drop.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { DropdownMenu, MenuItem } from '#client/ui/dropdown-menu.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { CardError } from '#engine/cards/card.ts'
import { type Expression, expressions } from '#engine/expressions/expression.ts'
import { isBlank } from '#engine/is-blank.ts'
import { hueOf } from '#shared/category-hues.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { entitlements } from '#shared/entitlements.ts'
import { faceOf, listExpressions } from '#shared/expressions.ts'
import { type ImageResponse, imageLimits } from '#shared/images.ts'
import { readSprites } from './read-sprites.ts'

/** The character's pictures of its expressions, which replies show. */
export function ExpressionsField() {
  const { watch, setValue, getValues } = useFormContext<CharacterFields>()
  const [own, avatar, name, category, about] = watch(['expressions', 'avatar', 'name', 'category', 'description'])
  const shown = listExpressions({ avatar, expressions: own })
  const missing = expressions.filter((expression) => !own[expression])
  const isDrawn = missing.length === expressions.length && shown.length === expressions.length
  const set = (expression: Expression, address: string | null) => {
    const { [expression]: _replaced, ...others } = getValues('expressions')
    setValue('expressions', address === null ? others : { ...others, [expression]: address }, { shouldDirty: true })
  }
  const { add, cancel, isAdding, done, total } = useAdding(set)
  const { accountType } = useUser()
  const { data } = useGenerated(entitlements[accountType].imageGeneration)
  const generator = data && !data.generator.builtIn ? data.generator : null
  const [description, setDescription] = useState<string | null>(null)
  const promptOfAvatar = data?.pictures.find(({ url }) => url === avatar)?.prompt
  const look = description ?? promptOfAvatar ?? [name, about].filter((text) => !isBlank(text)).join(': ')
  const draw = (wanted: readonly Expression[]) =>
    add(async () => wanted.map((expression) => [expression, (signal) => drawExpression(look, expression, signal)]))
  const take = (files: File[]) =>
    add(
      async () => {
        const sprites = await readSprites(files)
        if (sprites.size === 0) throw new CardError(noSprites)
        return [...sprites].map(([expression, { read }]) => [expression, async () => uploadImage(await read())])
      },
      { onSuccess: () => toast({ title: 'Expressions added', description: 'Save the character to keep them.' }) },
    )
  const { isDraggedOver, dropProps } = useFileDrop(take)
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef<Expression>('neutral')
  const choose = (expression: Expression) => {
    chosen.current = expression
    input.current?.click()
  }
  const onChosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    const expression = chosen.current
    if (file) add(async () => [[expression, () => uploadImage(file)]])
    target.value = ''
  }
  return (
    <section
      aria-label="Expressions"
      {...dropProps}
      className={cx('rounded-lg text-sm', isDraggedOver && 'outline-2 outline-curtain outline-offset-8')}
    >
      <h4 className="font-[550] font-sans">Expressions</h4>
      <p className="mt-1 text-ink-soft">
        {isDrawn
          ? 'Replies show how the character feels. The built-in portrait has every expression; pictures of your own replace all of them.'
          : 'Replies show how the character feels, as far as there are pictures for it.'}
      </p>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2.5">
        {expressions.map((expression) => (
          <li key={expression}>
            <DropdownMenu
              align="center"
              trigger={
                <button
                  type="button"
                  disabled={isAdding}
                  aria-label={`${expression}: ${own[expression] ? 'your picture' : isDrawn ? 'drawn' : 'no picture'}`}
                  className="group block w-full rounded-lg text-left disabled:opacity-60"
                >
                  {own[expression] || isDrawn ? (
                    <Avatar
                      name={name}
                      src={faceOf({ avatar, expressions: own }, expression)}
                      hue={hueOf(category)}
                      lazy
                      className="aspect-square w-full rounded-lg ring-offset-2 ring-offset-paper transition-shadow group-hover:ring-2 group-hover:ring-line-strong"
                    />
                  ) : (
                    <span className="grid aspect-square w-full place-items-center rounded-lg border border-line-strong border-dashed text-ink-soft transition-colors group-hover:bg-curtain-wash">
                      <Plus aria-hidden size={20} />
                    </span>
                  )}
                  <span className="-mx-3.5 mt-1.5 block truncate text-center text-xs">{expression}</span>
                </button>
              }
            >
              <MenuItem icon={ImageUp} label="Choose a picture…" onSelect={() => choose(expression)} />
              {generator && (
                <MenuItem icon={Sparkles} label={`Draw with ${generator.label}`} onSelect={() => draw([expression])} />
              )}
              {own[expression] && (
                <MenuItem icon={Trash2} label="Remove" danger onSelect={() => set(expression, null)} />
              )}
            </DropdownMenu>
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        accept={imageTypes.join(',')}
        aria-label="Picture of an expression"
        tabIndex={-1}
        hidden
        onChange={onChosen}
      />
      {isAdding && (
        <div role="status" className="mt-4">
          <CancellableProgress
            label="Adding expressions"
            percent={(100 * done) / total}
            text={`${done} of ${total} done`}
            onCancel={cancel}
          />
        </div>
      )}
      {generator && (
        <InputField
          label="How the character looks"
          help={`${generator.label} is sent this with each expression. Say the clothes and the style too, so that the pictures fit together.`}
          fieldClassName="mt-5"
          value={look}
          maxLength={imageLimits.prompt - 60}
          onChange={(event) => setDescription(event.target.value)}
        />
      )}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <FileButton
          disabled={isAdding}
          inputLabel="Pictures of expressions"
          accept={['.zip', ...imageTypes].join(',')}
          multiple
          onChoose={take}
        >
          Add a set
        </FileButton>
        {generator && missing.length > 0 && (
          <Button variant="outline" icon={Sparkles} disabled={isAdding} onClick={() => draw(missing)}>
            Draw the other {missing.length}
          </Button>
        )}
        {missing.length < expressions.length && (
          <Button
            variant="quiet"
            disabled={isAdding}
            onClick={() => setValue('expressions', {}, { shouldDirty: true })}
          >
            Remove all
          </Button>
        )}
      </div>
      <p className="mt-2 text-ink-soft text-xs">
        A set is a ZIP file, or several pictures, named after the expressions: joy.png, anger.png. Sprites for
        SillyTavern fit as they are. You can drop them here.
      </p>
    </section>
  )
}

const noSprites = 'No picture has the name of an expression. Name them joy.png, anger.png and so on.'

async function drawExpression(look: string, expression: Expression, signal: AbortSignal) {
  const prompt = `${look.slice(0, imageLimits.prompt - 60).trim()}. Facial expression: ${expression}.`
  return withAdultConfirmation(() => generateImage(prompt, { signal, onProgress: () => {} }))
}

type Picture = [Expression, (signal: AbortSignal) => Promise<ImageResponse>]

/** Gets pictures of expressions one after the other, and sets each as soon as it is there. */
function useAdding(set: (expression: Expression, address: string) => void) {
  const [progress, setProgress] = useState({ done: 0, total: 1 })
  const { mutate, isPending, cancel } = useCancellable({
    mutationFn: async (list: () => Promise<Picture[]>, signal) => {
      setProgress({ done: 0, total: 1 })
      const pictures = await list()
      for (const [done, [expression, getPicture]] of pictures.entries()) {
        setProgress({ done, total: pictures.length })
        const { url } = await getPicture(signal)
        signal.throwIfAborted()
        set(expression, url)
      }
    },
    onError: (error) =>
      toastError(error instanceof CardError ? error.message : error, {
        title: 'Not all expressions were added',
        fallback: 'Please try again.',
      }),
  })
  return { add: mutate, cancel, isAdding: isPending, ...progress }
}
