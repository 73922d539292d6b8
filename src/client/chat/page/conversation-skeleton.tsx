import { Skeleton } from '#client/ui/skeleton.tsx'
import { ChatBar } from '../header/chat-header.tsx'

export function HeaderSkeleton({ isLoading }: { isLoading: boolean }) {
  return (
    <ChatBar>
      <h1 className="sr-only">Chat</h1>
      {isLoading && (
        <>
          <Skeleton className="mr-1.5 size-9 shrink-0 !rounded-full @lg:mr-0 @lg:size-[42px]" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-3 w-20" />
          </span>
        </>
      )}
    </ChatBar>
  )
}

export function MessagesSkeleton() {
  return (
    <div role="status" className="mx-auto w-full max-w-[820px] flex-1 overflow-hidden px-4 pt-10 sm:px-[26px]">
      <span className="sr-only">Opening the conversation</span>
      <MessageSkeleton widths={['w-11/12', 'w-full', 'w-2/3']} />
      <Skeleton className="my-9 ml-auto h-14 w-3/5 max-w-80 !rounded-xl" />
      <MessageSkeleton widths={['w-full', 'w-10/12', 'w-11/12', 'w-1/2']} />
    </div>
  )
}

function MessageSkeleton({ widths }: { widths: string[] }) {
  return (
    <div
      aria-hidden
      className="grid grid-cols-[36px_minmax(0,1fr)] gap-x-3 sm:grid-cols-[52px_minmax(0,1fr)] sm:gap-x-[18px]"
    >
      <Skeleton className="size-9 !rounded-[10px] sm:size-13 sm:!rounded-lg" />
      <span className="flex max-w-[66ch] flex-col gap-3.5 pt-1.5">
        <Skeleton className="mb-0.5 h-3.5 w-28" />
        {widths.map((width) => (
          <Skeleton key={width} className={`h-3.5 ${width}`} />
        ))}
      </span>
    </div>
  )
}
