import type { Bank } from './bank.ts'

/** How a scene opens again, when a new conversation begins. */
export const entrances = [
  '{name} does not look round at once, but {their} shoulders say that you have been heard.',
  'You find {name} by {thing}, in the middle of something.',
  'It is {thing} you see first, and then {name} beside it.',
  '{name} is already looking at the door when you come through it.',
  'Today {name} seems to have been waiting, though nobody would admit to that.',
] as const

export const welcomes: Bank = {
  any: [
    'Ah. You. Good. I was about to begin without you.',
    'Come in, come in. You have missed very little, and I can explain the rest.',
    'There is a seat for {role}, if you want it.',
    'I wondered whether it would be you.',
  ],
  warm: ['There you are! I have been saving you the good chair.', 'Come in out of all that. Let me look at you.'],
  wry: [
    'You again, or somebody very like you. Sit down before I think of a reason.',
    'You are letting the air in. Either side of the door will do.',
  ],
  hushed: ['Close it behind you. Gently. Thank you.', 'I dreamed you would be taller. Never mind. Come in.'],
  lively: [
    'Finally! Stand there. No, there. Perfect. Now nobody move.',
    'You are just in time, and I mean that almost literally!',
  ],
  learned: [
    'Excellent. I have reached the point where one needs a witness.',
    'Do come in. I was on the last line of something; there, it will keep.',
  ],
}

export const firstQuestions: Bank = {
  any: ['So: what shall it be today?', 'Where would you like to begin?', 'What have you brought me?'],
  warm: ['How are you, really?'],
  wry: ['Well? What is it this time?'],
  hushed: ['Tell me: were you followed?'],
  lively: ['Ready?'],
  learned: ['What did you notice on your way in?'],
}
