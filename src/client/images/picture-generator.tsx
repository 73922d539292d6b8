import { Sparkles } from 'lucide-react'
import { Fragment, type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { useUser } from '#client/accounts/session.ts'
import { errorText } from '#client/lib/http.ts'
import { reviewAction } from '#client/lib/review-store.ts'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { entitlements } from '#shared/entitlements.ts'
import { illustratorWords, imageLimits, promptRequired } from '#shared/images.ts'
import { generateImage } from './api.ts'

interface PictureGeneratorProps {
  onPicture: (url: string) => void
}

/** Generates a portrait from a prompt. Free accounts see a link to Premium instead. */
export function PictureGenerator(props: PictureGeneratorProps) {
  const { accountType } = useUser()
  return (
    <Card className="p-5">
      <h2 className="font-[550] font-sans text-sm tracking-normal">Generate an image</h2>
      {entitlements[accountType].imageGeneration ? <PromptForm {...props} /> : <PremiumOnly />}
    </Card>
  )
}

function PromptForm({ onPicture }: PictureGeneratorProps) {
  const [prompt, setPrompt] = useState('')
  const [isGenerating, setGenerating] = useState(false)

  const generate = async () => {
    if (isGenerating) return
    if (prompt.trim() === '') {
      toast({ variant: 'destructive', title: promptRequired.title, description: promptRequired.text })
      return
    }
    setGenerating(true)
    try {
      const { url, drawnFrom } = await withAdultConfirmation(() => generateImage(prompt.trim()))
      onPicture(url)
      toast({ title: 'Image Generated', description: outcomeText(drawnFrom) })
    } catch (error) {
      const description = errorText(error, 'The image could not be generated. Please try again.')
      toast({ variant: 'destructive', title: 'Image Generation Failed', description, ...reviewAction(description) })
    } finally {
      setGenerating(false)
    }
  }
  // Enter would submit the surrounding character form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void generate()
  }
  return (
    <div className="mt-2.5 flex flex-col items-start gap-3.5">
      <Field
        label="Describe the picture"
        help="The built-in illustrator draws an ink portrait. It knows the words below; the rest of the face is left to chance."
        className="w-full"
      >
        {(control) => (
          <Input
            {...control}
            value={prompt}
            maxLength={imageLimits.prompt}
            placeholder="An old sailor with a beard and white hair, smiling"
            onChange={(event) => setPrompt(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <KnownWords />
      <Button disabled={isGenerating || prompt.trim() === ''} onClick={() => void generate()}>
        <Sparkles aria-hidden size={16} />
        {isGenerating ? 'Generating…' : 'Generate Image'}
      </Button>
    </div>
  )
}

/** What the picture shows of the description. `words` is undefined for pictures of another illustrator. */
function outcomeText(words: readonly string[] | undefined): string {
  const next = 'Change the description to get another one.'
  if (!words) return `It is on the card now. ${next}`
  return words.length > 0 ? `Drawn from: ${words.join(', ')}. ${next}` : `It has none of the words listed. ${next}`
}

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
        With Premium, you can generate an image from your own description. It is an ink portrait, drawn from words like
        “long hair”, “glasses” or “smiling”. The portraits below are free for everyone.
      </p>
      <Link to="/subscribe" className={buttonClass({ variant: 'outline' })}>
        See Premium
      </Link>
    </>
  )
}
