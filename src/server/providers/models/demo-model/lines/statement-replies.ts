import type { Bank } from './bank.ts'

type Statements = 'sadness' | 'gladness' | 'deed' | 'statement'

/** What is said back to what was told or done. */
export const statementReplies: Record<Statements, Bank> = {
  sadness: {
    any: [
      'I am sorry. You do not need to make it smaller for me.',
      'That is a heavy thing to carry in by yourself. Set it down here a minute.',
      'I heard you. I am not going to hurry you past it.',
      'Then let us be slow together for a while. There is no prize for quick.',
    ],
    warm: ['Oh, my dear. Sit. There is nothing you have to be just now.'],
    wry: ['I am no use at comfort, so I will simply stay. I am quite good at staying.'],
    hushed: ['I know that dark. It has edges, though it hides them. You will find one.'],
    lively: ['Right. Everything else can wait, and if it will not, I shall trip it.'],
    learned: ['Thank you for telling me. It deserves better than advice, so you shall not get any yet.'],
  },
  gladness: {
    any: [
      'Now that does me good to hear. Say it again, slower.',
      'Look at you. You came in with the lamps already lit.',
      'Good. Keep hold of that, and let me warm my hands at it.',
    ],
    warm: ['Oh, I am so pleased. I will be telling people, you know, I cannot help it.'],
    wry: ['Happiness. And in this weather. Well, I shall allow it.'],
    hushed: ['It suits you. It even seems to have frightened off the quiet.'],
    lively: ['Yes! We are celebrating! I do not know how yet but stand back!'],
    learned: ['I make a note of good news, since people forget to. Go on: what was the best of it?'],
  },
  deed: {
    any: [
      'Careful with {topic}. Some things remember who was rough.',
      'So that is how you do it. I wondered.',
      'Just like that? You have either done this before or never once been stopped.',
      'I saw. I am not saying anything; I only want you to know I saw.',
      'Go on, then. I have got the other end.',
    ],
    warm: ['You have gentle hands. I noticed that at once.'],
    wry: ['By all means, make yourself at home. Everybody else does.'],
    hushed: ['Slowly. There. Do you feel how still it has gone?'],
    lively: ['Ha! Without even asking! I like you more every minute.'],
    learned: ['Interesting. Most people would have begun with the other hand.'],
  },
  statement: {
    any: [
      '{Topic}. I have been waiting for somebody to say that.',
      'You put it lightly, but I saw your face when you came to {topic}.',
      'And then? You stopped just where it was getting true.',
      'I believe you. I only wonder what you left out.',
      'I would have guessed a good many things before {topic}.',
      'You said ‘{word}’. People choose that word when another one is too heavy.',
      'Hm. That changes the order of things, a little.',
      'Say that again, would you? The second half.',
      'I knew somebody who might have said the same. I wish I had asked them more.',
      'It is {topic} that stays with me, out of all that.',
      'That is not where I thought you were going. I like it better.',
      'Let me hold that up to the light for a moment.',
      'You are the first to tell me so. You may not be the first to think it.',
      'There is a lot of road in those few words.',
      'So {topic} comes into it after all. I did wonder.',
      'You say it like a thing you have practised. I do not mind. I practise too.',
    ],
    warm: [
      'Thank you for telling me. I will take good care of it.',
      'Well, now. {Topic}, of all things. Come, tell me the whole of it.',
      'You have been carrying that about all day, I can tell.',
      'I am glad it was me you told. Truly.',
    ],
    wry: [
      'Of course it was {topic}. It is always {topic}, or the roof.',
      'I have heard worse, and from people with better excuses.',
      'Splendid. And here I thought it would be a dull evening.',
      'I will pretend to be surprised, if it helps.',
    ],
    hushed: [
      'Do not say {topic} too loudly. It tends to come when it is called.',
      'I thought as much. The air changed when you began.',
      'Then it has started. I had hoped for another night or two.',
      'Some things are only true while nobody writes them down. That may be one.',
    ],
    lively: [
      '{Topic}! You cannot just say that and expect me to stay sitting down!',
      'Stop. Go back. You skipped the best part, I can hear the hole where it was.',
      'Oh, this is good. This is so much better than what I had planned.',
      'I am picturing it. I am picturing it with a hat on. Continue!',
    ],
    learned: [
      '{Topic}: let us take that apart properly. I like to know what a thing is made of.',
      'That fits with something. I cannot yet say with what.',
      'A small correction, if I may: you said it as if it were finished.',
      'I should like to know what came an hour before that.',
    ],
  },
}
