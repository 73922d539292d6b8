import { Megaphone, X } from 'lucide-react'
import { useState } from 'react'
import { useSite } from '#client/lib/site.ts'
import { tryOrNull } from '#client/lib/try-or-null.ts'
import { dismissAnnouncement } from './api.ts'
import { useSession } from './session.ts'

const key = 'dismissed-announcement'

/** What admins want everybody to read, until the user closes it: on all devices, visitors on this one. */
export function AnnouncementBar() {
  const { announcement } = useSite()
  const session = useSession()
  const [closed, setClosed] = useState(() => tryOrNull(() => localStorage.getItem(key)))
  const user = session.status === 'signed-in' ? session.user : null
  const isShown = announcement && announcement.id !== closed && announcement.id !== user?.dismissedAnnouncement
  const close = (id: string) => {
    setClosed(id)
    if (user) void dismissAnnouncement(id).catch(() => {})
    else tryOrNull(() => localStorage.setItem(key, id))
  }
  return (
    <div role="status" className="shrink-0">
      {isShown && <AnnouncementText text={announcement.text} onClose={() => close(announcement.id)} />}
    </div>
  )
}

export function AnnouncementText({ text, onClose }: { text: string; onClose?: () => void }) {
  return (
    <div className="flex items-start gap-3 border-line border-b bg-curtain-wash py-1 pr-1 pl-4 text-ink text-sm sm:pl-8">
      <Megaphone aria-hidden size={17} className="mt-3.5 shrink-0" />
      <p dir="auto" className="min-w-0 flex-1 whitespace-pre-line py-2.5 leading-normal [overflow-wrap:anywhere]">
        {linked(text)}
      </p>
      <button
        type="button"
        aria-label="Close this announcement"
        onClick={onClose}
        className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-ink/8 focus-visible:outline-offset-[-3px]"
      >
        <X aria-hidden size={18} />
      </button>
    </div>
  )
}

/** Addresses become links. */
function linked(text: string) {
  const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/)
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that does not change
      <a key={index} href={part} target="_blank" rel="noreferrer" className="underline underline-offset-2">
        {part}
      </a>
    ),
  )
}
