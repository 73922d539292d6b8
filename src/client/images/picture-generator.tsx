import { Sparkles } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { useUser } from '#client/accounts/session.ts'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { entitlements } from '#shared/entitlements.ts'
import { imageLimits, promptRequired } from '#shared/images.ts'
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
      const { url } = await withAdultConfirmation(() => generateImage(prompt.trim()))
      onPicture(url)
      toast({
        title: 'Image Generated',
        description: 'It is on the card now. Change the description to get another one.',
      })
    } catch (error) {
      const description = errorText(error, 'The image could not be generated. Please try again.')
      toast({ variant: 'destructive', title: 'Image Generation Failed', description })
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
        help="Who they are and how they look: age, hair, a beard, glasses, their mood."
        className="w-full"
      >
        {(control) => (
          <Input
            {...control}
            value={prompt}
            maxLength={imageLimits.prompt}
            placeholder="An old sailor with a grey beard, smiling"
            onChange={(event) => setPrompt(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <Button disabled={isGenerating || prompt.trim() === ''} onClick={() => void generate()}>
        <Sparkles aria-hidden size={16} />
        {isGenerating ? 'Generating…' : 'Generate Image'}
      </Button>
    </div>
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
