import type { Bank } from './bank.ts'

/** Something happens: what a character who leads the plot lets into the scene. */
export const beats = [
  'Somewhere near {thing}, something falls over that nobody was touching.',
  'There is a knock: two, then one. {name} goes very still.',
  'The light changes, as though someone had passed in front of it.',
  'A folded scrap of paper lies beside {thing}. It was not there before.',
  'From outside comes a voice calling a name. It is not yours, but it is close.',
  'All at once it is quiet, and only now do you notice how much sound there had been.',
  '{name} takes a small key from a pocket and sets it down between you.',
  'A draught finds its way in from nowhere, and something near {thing} stirs.',
  'Far off a bell begins, and stops one stroke short.',
  '{name} stops in the middle of a movement, and waits, and nothing follows.',
  'Something rolls out from behind {thing} and comes to rest against your foot.',
  '{name} catches sight of something by {thing}, frowns, and looks again to be sure.',
  'Footsteps go by, hesitate, and come back.',
  '{name} draws a line on the nearest surface with one finger, and then a second line that crosses it.',
  'For a breath everything smells of rain, although nothing is wet.',
  '{name} holds out an open hand. In it lies something wrapped in a twist of cloth.',
  'A shadow on the wall takes a moment too long to move when {name} does.',
  'From somewhere below comes a slow, patient scraping.',
  '{name} counts something under {their} breath, reaches the end, and counts again.',
  'A moth comes down near {thing}, opens its wings once, and seems to be reading you.',
] as const

/** What the character makes of it. */
export const beatWords: Bank = {
  any: [
    'That was not supposed to happen until tomorrow.',
    'Stay close. No, closer than that.',
    'I hoped we would have longer. Do you want to look, or shall I?',
    'Do not touch it yet. What do you make of it?',
    'Well. That answers one question, and I had rather liked not knowing.',
    'Either we follow that, or we spend the evening pretending we did not notice. You choose.',
    'Third time this week. You are the first one who was here to see it.',
    'I was going to tell you about this. Truly. After supper.',
    'Quick: what did you see? Say it before you have time to be sensible.',
    'It seems we are expected somewhere.',
    'Listen. If anyone asks, we were talking about the weather.',
    'Ah. Then there is less time than I said there was.',
    'I have seen that once before. We had better sit down, or else run.',
    'Do you believe in coincidence? I ask because one of us ought to.',
  ],
  warm: ['Do not be afraid. I have met worse and sent it home with a sandwich.'],
  wry: ['Of course. Now. Why would it not be now.'],
  hushed: ['It has found us. Breathe slowly. It may only be curious.'],
  lively: ['Oh, did you see that? Tell me you saw that! Come on!'],
  learned: ['Twice would be chance. I have been keeping count, and this is not twice.'],
}
