import type { ReactNode } from 'react'

/** A line drawing for empty states, in the text colour. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width="168"
      height="128"
      viewBox="0 0 168 128"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <ellipse cx="84" cy="116" rx="74" ry="9" className="fill-curtain-wash" stroke="none" />
      {children}
    </svg>
  )
}

export function EmptyStage() {
  return (
    <Drawing>
      <path d="M84 42 58 112h52z" className="fill-curtain-wash" stroke="none" />
      <path d="M22 18h124" />
      <path d="M26 18c2 30-1 62-8 94 12 2 22 2 30-2-3-26 0-48 12-66 4-7 5-16 5-26z" className="fill-card" />
      <path d="M142 18c-2 30 1 62 8 94-12 2-22 2-30-2 3-26 0-48-12-66-4-7-5-16-5-26z" className="fill-card" />
      <path
        d="M38 20c1 22-2 44-9 66M50 20c0 10-2 20-7 30M130 20c-1 22 2 44 9 66M118 20c0 10 2 20 7 30"
        strokeWidth="1.6"
      />
      <path d="M70 112c6-4 22-4 28 0" />
      <path d="M76 109c1-5 4-8 8-8s7 3 8 8" className="fill-card" />
    </Drawing>
  )
}

export function EmptyDoor() {
  return (
    <Drawing>
      <path d="M52 112V28c0-11 14-18 32-18s32 7 32 18v84" className="fill-curtain-wash" />
      <path d="M52 30 34 42v78l18-8z" className="fill-card" />
      <path d="M44 78v8" />
      <path d="M84 62c0-7 10-7 10-14 0-6-5-9-10-9s-9 3-10 8" />
      <path d="M84 74v.5" strokeWidth="4" />
      <path d="M60 112h48" />
    </Drawing>
  )
}

export function EmptyBook() {
  return (
    <Drawing>
      <path d="M84 52 44 104h80z" className="fill-curtain-wash" stroke="none" />
      <path d="M84 8v14M68 40c0-10 7-18 16-18s16 8 16 18z" className="fill-card" />
      <path d="M79 40c0 3 2 6 5 6s5-3 5-6" />
      <path d="M84 90c-12-9-28-11-46-8v28c18-3 34-1 46 8 12-9 28-11 46-8V82c-18-3-34-1-46 8z" className="fill-card" />
      <path d="M84 90v28" />
      <path d="M48 92c8-1 16 0 24 4M48 101c8-1 16 0 24 4M120 92c-8-1-16 0-24 4" strokeWidth="1.6" />
    </Drawing>
  )
}

export function Mask() {
  return (
    <Drawing>
      <path d="M84 84v28M66 114h36" />
      <path d="M50 26c20 7 48 7 68 0 4 34-8 62-34 62S46 60 50 26z" className="fill-card" />
      <path d="M64 50c4-5 11-5 15 0M89 50c4-5 11-5 15 0" />
      <path d="M68 64c8 9 24 9 32 0-3 11-9 16-16 16s-13-5-16-16z" className="fill-curtain-wash" />
      <path d="M50 32c-8 4-14 2-18-4M118 32c8 4 14 2 18-4" className="stroke-curtain" />
    </Drawing>
  )
}
