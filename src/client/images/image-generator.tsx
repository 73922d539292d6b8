import { zodResolver } from '@hookform/resolvers/zod'
import { Sparkles } from 'lucide-react'
import { Fragment, type KeyboardEvent } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { isBlank } from '#engine/is-blank.ts'
import { entitlements } from '#shared/entitlements.ts'
import { GenerateImageRequest, illustratorWords, imageLimits, promptRequired } from '#shared/images.ts'
import { useGenerated } from './api.ts'
import { DrawingProgress } from './drawing-progress.tsx'
import { GeneratedGallery } from './generated-gallery.tsx'
import { useGeneration } from './use-generation.ts'

interface ImageGeneratorProps {
  /** The image in use. */
  value: string
  onImage: (url: string) => void
}

/** Generates an image from a prompt. Free accounts see a link to Premium instead. */
export function ImageGenerator(props: ImageGeneratorProps) {
  const { accountType } = useUser()
  return (
    <Card className="p-5">
      <h2 className="font-[550] font-sans text-sm tracking-normal">Generate an image</h2>
      {entitlements[accountType].imageGeneration ? <PromptForm {...props} /> : <PremiumOnly />}
    </Card>
  )
}

function PromptForm({ value, onImage }: ImageGeneratorProps) {
  const form = useForm({ resolver: zodResolver(GenerateImageRequest), defaultValues: { prompt: '' } })
  const { data: generated } = useGenerated()
  const { generate, cancel, isGenerating, progress } = useGeneration(onImage)
  const submit = form.handleSubmit(
    ({ prompt }) => generate(prompt),
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
        <Field label="Describe the picture" help={isBuiltIn ? builtInHelp : remoteHelp} className="w-full">
          {(control) => (
            <Input
              {...control}
              {...form.register('prompt')}
              maxLength={imageLimits.prompt}
              placeholder="An old sailor with a beard and white hair, smiling"
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        {isBuiltIn && <KnownWords />}
        <Button disabled={isGenerating || isBlank(form.watch('prompt'))} onClick={() => void submit()}>
          <Sparkles aria-hidden size={16} />
          {isGenerating ? 'Generating…' : 'Generate Image'}
        </Button>
        {isGenerating && !isBuiltIn && <DrawingProgress progress={progress} onCancel={cancel} />}
      </div>
      <GeneratedGallery images={generated?.pictures ?? []} value={value} onPick={onImage} />
    </>
  )
}

const builtInHelp =
  'The built-in illustrator draws an ink portrait. It knows the words below; the rest of the face is left to chance.'
const remoteHelp = 'Say who it is, the clothes, the light and the style: “oil painting”, “photo”, “ink drawing”.'

function KnownWords() {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {illustratorWords.map(({ about, words }) => (
        <Fragment key={about}>
          <dt className="text-ink-soft">{about}</dt>
          <dd>{words.join(', ')}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

function PremiumOnly() {
  return (
    <>
      <p className="mt-1 mb-3.5 text-ink-soft text-sm">
        With Premium, you can generate an image from your own description. The portraits below are free for everyone.
      </p>
      <Link to="/subscribe" className={buttonClass({ variant: 'outline' })}>
        See Premium
      </Link>
    </>
  )
}
