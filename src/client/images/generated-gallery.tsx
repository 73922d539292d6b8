import { Avatar } from '#client/ui/avatar.tsx'
import type { GeneratedImages } from '#shared/images.ts'

interface GeneratedGalleryProps {
  images: GeneratedImages['pictures']
  /** The image in use. */
  value: string
  onPick: (url: string) => void
}

/** What the user has generated, the newest first. Any of them can be chosen again. */
export function GeneratedGallery({ images, value, onPick }: GeneratedGalleryProps) {
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
              onClick={() => onPick(url)}
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
