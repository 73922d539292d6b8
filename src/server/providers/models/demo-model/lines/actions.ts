import type { Act } from '../hear.ts'

/** What a character does while they speak. */
const listening = [
  '{name} tilts {their} head and lets the words settle before answering.',
  '{name} looks at you a moment longer than the answer needs.',
  'A smile gets halfway across the face of {name} and decides to stay.',
  '{name} leans in, elbows on {their} knees.',
  'Something in the way {name} stands grows easier.',
  '{name} turns to face you properly.',
  '{name} starts to answer, thinks better of it, and starts again.',
  '{name} nods slowly, as if adding you up and liking the sum.',
  '{name} glances towards {thing}, then back.',
  'The eyes of {name} rest on {thing} for a moment, out of long habit.',
]

const pondering = [
  '{name} looks up, the way people do when the answer is kept on a high shelf.',
  '{name} taps two fingers together, twice.',
  '{name} breathes out through {their} nose, considering.',
  'For a moment {name} looks not at you but at {thing}.',
  '{name} walks three steps away, and three steps back.',
  '{name} raises one eyebrow and leaves it there.',
  'The question gets the whole of {their} attention; you can feel it arrive.',
]

const gentle = [
  '{name} says nothing at first, and moves a little nearer.',
  'All hurry goes out of {name}.',
  '{name} makes room beside {them}, and waits until you have taken it.',
  'The voice of {name} drops to something just for you.',
]

const bright = [
  '{name} laughs, sudden and unguarded.',
  '{name} claps {their} hands together once.',
  'The whole face of {name} lights up.',
  '{name} grins, and does not trouble to hide it.',
]

const watching = [
  '{name} watches, and does not get in the way.',
  '{name} steps aside to give you room, eyes on your hands.',
  '{name} catches {their} breath, then pretends not to have.',
  '{name} moves with you, half a step behind.',
]

const welcoming = [
  '{name} looks up and {their} face changes.',
  '{name} waves you closer.',
  '{name} makes a small bow, only partly in jest.',
  '{name} clears a place for you near {thing}.',
]

/** When nobody has said anything. */
export const idling = [
  '{name} lets the quiet run on a little longer.',
  '{name} looks over at {thing}, and then at you.',
  '{name} hums two bars of something and breaks off.',
  '{name} has been watching your face, and comes to a decision.',
  'Time passes. {name} does not seem to mind it.',
  '{name} shifts, settles, and begins again.',
] as const

const parting = [
  '{name} walks you as far as {thing}.',
  '{name} lifts a hand, and keeps it up longer than is usual.',
  '{name} nods, twice, the second time more to {them}self.',
]

export const actions: Record<Act, readonly string[]> = {
  greeting: welcoming,
  introduction: welcoming,
  farewell: parting,
  thanks: listening,
  apology: gentle,
  agreement: bright,
  refusal: listening,
  whoAreYou: pondering,
  howAreYou: listening,
  whereAreWe: pondering,
  why: pondering,
  how: pondering,
  yesOrNo: pondering,
  question: pondering,
  request: bright,
  proposal: bright,
  sadness: gentle,
  gladness: bright,
  deed: watching,
  murmur: listening,
  statement: listening,
}

/** Around a habit from the card. */
export const habitFrames = {
  /** Something one can watch them do. */
  deed: [
    '{name} {habit}.',
    '{name} {habit}, and only then looks up.',
    'All the while, {name} {habit}.',
    '{name} {habit}. It seems to help.',
    'Without a word {name} {habit}.',
  ],
  /** Something that is true of them. */
  custom: [
    'You have been told that {name} {habit}. So it seems.',
    '{name} {habit}, as ever.',
    'It is well known that {name} {habit}, and today is no exception.',
  ],
} as const
