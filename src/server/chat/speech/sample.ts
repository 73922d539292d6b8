/** What voices say when they are chosen by ear, or tested. */
export const sampleSentence = 'The lamp is lit, and the door is open. Come in and tell me your story.'
