import { useTitle } from '#client/lib/use-title.ts'
import { SidebarTrigger } from '#client/ui/sidebar/sidebar-trigger.tsx'

/** The chat screen's frame: full height beside the sidebar. */
export function ChatPage() {
  useTitle('Chat')
  return (
    <main id="main" tabIndex={-1} className="flex h-dvh flex-col outline-none">
      <header className="flex items-center gap-3 border-line border-b px-4 py-3">
        <SidebarTrigger />
        <h1 className="text-xl">Chat</h1>
      </header>
    </main>
  )
}
