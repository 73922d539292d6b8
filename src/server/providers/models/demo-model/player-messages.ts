/** What the demo model drafts for the player: messages that fit any scene, because it cannot follow one. */
export const playerMessages: readonly string[] = [
  '*I take a step closer.* “Tell me more about that.”',
  '“I had not expected this. What happens now?”',
  '*I look around, then back.* “All right. Show me.”',
  '“Wait. Start at the beginning, please.”',
  '*I think about it for a moment and nod.* “I am with you.”',
  '“And what would you do in my place?”',
]
