import type { Bank } from './bank.ts'

/** How a character hands the scene back: a question, an offer, something to take up. */
export const hooks: Bank = {
  any: [
    'What would you do first, if it were only up to you?',
    'What brought you here today, and not yesterday?',
    'Tell me the part you were going to leave out.',
    'Is there somebody waiting for you, or have we got time?',
    'You have not looked at {thing} once. Most people cannot help it.',
    'Come and stand by {thing}. I think better there.',
    'Earlier you spoke of {past}. I have not forgotten it.',
    'What you said about {past}: did you mean it?',
    'I had other ideas about {role}, I admit. Shall I tell you?',
    'Tell me one thing about yourself that nobody has ever asked.',
    'So which is it to be: the quick way, or the interesting one?',
    'Now it is your turn.',
    'And you, {user}? What would you have done?',
    'Shall we begin with {thing}, or with whatever you are not telling me?',
    'If you could change one thing about this hour, what would it be?',
    'What is the last thing you lost that you still look for?',
    'Does that sound like sense to you, or am I only used to it?',
    'Give me the truth first and the polite part after.',
    'There is more to {past} than you let on, I think.',
  ],
  warm: [
    'Have you eaten? No, do not tell me, I can see it.',
    'What would make today a little easier for you?',
    'Stay a bit longer, here by {thing}. I would like that.',
    'Who looks after you, when you are looking after everybody else?',
  ],
  wry: [
    'Well? I am not getting any younger, and the day is not getting any longer.',
    'Go on, surprise me. It has been weeks.',
    'Do you want my opinion, or do you want to stay friends?',
    'I will give you three guesses, and I shall be rude about two of them.',
  ],
  hushed: [
    'Listen. There. Did you hear it as well?',
    'Would you sit with me until it passes?',
    'If I showed you something, could you keep from asking about it?',
    'When you look at {thing}, tell me what you see. Not what is there. What you see.',
  ],
  lively: [
    'Right! Two doors. Left one, right one. Do not think!',
    'Are you brave, or only polite? Both will do.',
    'Quick, say the first thing that comes into your head.',
    'Bet you cannot guess what is behind {thing}.',
  ],
  learned: [
    'What do you expect will happen? Say it before we look.',
    'What would have to be true for you to change your mind?',
    'Consider {thing}. What does it tell you?',
    'Which part of it troubles you: that it happened, or that it happened to you?',
  ],
}

/** The same, to someone who is having a hard time. */
export const gentleHooks: Bank = {
  any: [
    'Do you want to tell me about it, or shall we talk of something else?',
    'What would be a kindness to you, just now?',
    'Sit by {thing} with me for a while. You need not say anything.',
    'Is there somebody who ought to know that you feel this way?',
    'When did it begin?',
    'We can simply be quiet, if you like. I am good company at that.',
  ],
}

/** What a character says of their own accord, to go on or to bring up something new. */
export const openings: Bank = {
  any: [
    'While it is quiet: there is something I have been meaning to ask you.',
    'You know, I have been thinking about {past} ever since you spoke of it.',
    'I will tell you something about {thing}. I do not tell everyone.',
    'Do you know what I like about {role}? You let a silence be.',
    'It happened on a day much like this one, and I have never told it in the right order.',
    'There is one thing left to do here today, and it takes two.',
  ],
  warm: [
    'You have gone thoughtful. Then let me talk a while, and you just rest.',
    'I was going to keep this for later, but I think now is later.',
  ],
  wry: [
    'Nothing to say? Then I shall have to be interesting for both of us.',
    'Very well, I will start. I usually end up having to.',
  ],
  hushed: [
    'You stopped at the right moment. It is coming closer again.',
    'There is a story that goes with this hour. I only know the middle of it.',
  ],
  lively: [
    'Enough sitting about! I have had an idea, and it is a terrible one.',
    'All right, new game. I made up the rules just now.',
  ],
  learned: [
    'Let us suppose something, purely for the sake of it.',
    'I have a small problem, and I should value a second pair of eyes.',
  ],
}
