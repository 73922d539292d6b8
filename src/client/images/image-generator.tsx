import { Sparkles } from 'lucide-react'
import { Fragment, type KeyboardEvent, useEffect, useState } from 'react'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { useUser } from '#client/accounts/session.ts'
import { invalidate } from '#client/lib/query-client.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Card } from '#client/ui/card.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { isBlank } from '#engine/is-blank.ts'
import { entitlements } from '#shared/entitlements.ts'
import {
  type GeneratedImages,
  GenerateImageRequest,
  illustratorWords,
  imageLimits,
  promptRequired,
} from '#shared/images.ts'
import { generateImage, useGenerated } from './api.ts'
import { CancellableProgress, useCancellable } from './cancellable.tsx'

interface ImageGeneratorProps {
  value: string
  onImage: (url: string) => void
}

/** Generates an image from a prompt. Free accounts see a link to Premium instead. */
export function ImageGenerator(props: ImageGeneratorProps) {
  const { accountType } = useUser()
  return (
    <Card className="p-5">
      <h2 className="font-[550] font-sans text-sm tracking-normal">Generate an image</h2>
      {entitlements[accountType].imageGeneration ? (
        <PromptForm {...props} />
      ) : (
        <>
          <p className="mt-1 mb-3.5 text-ink-soft text-sm">
            With Premium, you can generate an image from your own description. The portraits below are free for
            everyone.
          </p>
          <ButtonLink to="/subscribe" variant="outline">
            See Premium
          </ButtonLink>
        </>
      )}
    </Card>
  )
}

function PromptForm({ value, onImage }: ImageGeneratorProps) {
  const form = useSchemaForm(GenerateImageRequest, { prompt: '' })
  const { data: generated } = useGenerated()
  const [progress, setProgress] = useState<number | null>(null)
  // Cancelling it, or leaving the page, ends it on the server too.
  const { mutate, isPending, cancel } = useCancellable({
    mutationFn: (prompt: string, signal) => {
      setProgress(null)
      return withAdultConfirmation(() => generateImage(prompt, { signal, onProgress: setProgress }))
    },
    onSuccess: ({ url, drawnFrom }) => {
      onImage(url)
      toast({ title: 'Image Generated', description: outcomeText(drawnFrom) })
      void invalidate('GET /api/images/generated')
    },
    onError: (error) =>
      toastError(error, {
        title: 'Image Generation Failed',
        fallback: 'The image could not be generated. Please try again.',
      }),
  })
  const submit = form.handleSubmit(
    ({ prompt }) => mutate(prompt),
    () => toastError(promptRequired.text, { title: promptRequired.title }),
  )
  const isBuiltIn = generated?.generator.builtIn ?? true
  // Enter would submit the surrounding character form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }
  return (
    <>
      <div className="mt-2.5 flex flex-col items-start gap-3.5">
        <InputField
          {...form.field('prompt', 'Describe the picture', isBuiltIn ? builtInHelp : remoteHelp)}
          fieldClassName="w-full"
          maxLength={imageLimits.prompt}
          placeholder="An old sailor with a beard and white hair, smiling"
          onKeyDown={onKeyDown}
        />
        {isBuiltIn && (
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
            {illustratorWords.map(({ about, words }) => (
              <Fragment key={about}>
                <dt className="text-ink-soft">{about}</dt>
                <dd>{words.join(', ')}</dd>
              </Fragment>
            ))}
          </dl>
        )}
        <Button icon={Sparkles} disabled={isPending || isBlank(form.watch('prompt'))} onClick={() => void submit()}>
          {isPending ? 'Generating…' : 'Generate Image'}
        </Button>
        {isPending && !isBuiltIn && <DrawingProgress progress={progress} onCancel={cancel} />}
      </div>
      <GeneratedGallery images={generated?.pictures ?? []} value={value} onImage={onImage} />
    </>
  )
}

const builtInHelp =
  'The built-in illustrator draws an ink portrait. It knows the words below; the rest of the face is left to chance.'
const remoteHelp = 'Say who it is, the clothes, the light and the style: “oil painting”, “photo”, “ink drawing”.'

/** What the user has generated, the newest first. Any of them can be chosen again. */
function GeneratedGallery({ images, value, onImage }: ImageGeneratorProps & { images: GeneratedImages['pictures'] }) {
  if (images.length === 0) return null
  return (
    <section aria-labelledby="generated-pictures" className="mt-5 border-line border-t pt-4">
      <h3 id="generated-pictures" className="font-[550] font-sans text-sm tracking-normal">
        Pictures you generated
      </h3>
      <ul className="mt-2.5 grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2.5">
        {images.map(({ url, prompt, createdAt }) => (
          <li key={`${url} ${createdAt}`}>
            <button
              type="button"
              aria-label={prompt}
              title={prompt}
              aria-pressed={url === value}
              onClick={() => onImage(url)}
              className="block w-full overflow-hidden rounded-lg ring-offset-2 ring-offset-card transition-shadow hover:ring-2 hover:ring-line-strong aria-pressed:ring-2 aria-pressed:ring-curtain"
            >
              <Avatar name={prompt} src={url} className="aspect-square w-full" lazy />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the image shows of the description. `words` is undefined for images of an external generator. */
function outcomeText(words: readonly string[] | undefined): string {
  const next = 'Change the description to get another one.'
  if (!words) return `It is on the card now. ${next}`
  return words.length > 0 ? `Drawn from: ${words.join(', ')}. ${next}` : `It has none of the words listed. ${next}`
}

/** `progress`: the finished part, from 0 to 1; null when the generator does not report it. */
function DrawingProgress({ progress, onCancel }: { progress: number | null; onCancel: () => void }) {
  const seconds = useSeconds()
  const percent = progress === null ? null : Math.round(progress * 100)
  const text = `${percent === null ? 'Drawing' : `${percent} % drawn`}, ${seconds} s. It can take a minute or two.`
  return <CancellableProgress label="Drawing the picture" percent={percent} text={text} onCancel={onCancel} />
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((value) => value + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
