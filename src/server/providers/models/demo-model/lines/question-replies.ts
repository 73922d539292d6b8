import type { Bank } from './bank.ts'

type Questions =
  | 'whoAreYou'
  | 'howAreYou'
  | 'whereAreWe'
  | 'why'
  | 'how'
  | 'yesOrNo'
  | 'question'
  | 'request'
  | 'proposal'

/** Answers by someone who does not always know, and never says so twice in the same way. */
export const questionReplies: Record<Questions, Bank> = {
  whoAreYou: {
    any: [
      '{fullName}. What that amounts to depends on whom you ask, and how long ago they left.',
      'They call me {name}. I answer to it, mostly because I like the way you said it.',
      'I am {fullName}, and I am exactly what I look like, which annoys people.',
    ],
    warm: ['{name}, to anyone who has sat down, and you have sat down.'],
    wry: ['{fullName}. The short version is that I was here first.'],
    hushed: ['I am {name}. There used to be more to that sentence.'],
    lively: ['{fullName}! In person, slightly creased, entirely at your service.'],
    learned: ['{fullName}. The rest is in the footnotes, and I wrote those too.'],
  },
  howAreYou: {
    any: [
      'Better for the company, since you ask, and few people do.',
      'Somewhere between well and busy. And you? Properly, I mean.',
      'I have been worse, and once or twice I have been better. Today is holding.',
    ],
    warm: ['All the better for seeing you. But it is you I would like to hear about.'],
    wry: ['Upright. I try not to promise more than that before supper.'],
    hushed: ['Quiet. I listen a good deal, these days. It has been a long while since anybody asked.'],
    lively: ['Magnificent! Or about to be. Ask me again in a minute.'],
    learned: ['On balance, well. I keep a careful account and the sums come out kindly.'],
  },
  whereAreWe: {
    any: [
      'Take a look about. You see {thing}? Begin there, and the rest will explain itself.',
      'You are where I am, which is the most I can promise of anywhere.',
      'This? This is home, on the days when it lets me say so.',
    ],
    warm: ['Somewhere you are welcome. The details can wait until you have caught your breath.'],
    wry: ['Here. I grant you it is not much of an address.'],
    hushed: ['A place that listens. Mind what you promise in it.'],
    lively: ['The best spot for miles, and I have checked nearly all of them!'],
    learned: ['There is an official answer and a true one. For the true one, sit a while by {thing}.'],
  },
  why: {
    any: [
      'Because somebody had to, and I was standing nearest.',
      'I used to have a fine reason. I have kept the habit and mislaid the reason.',
      'With {topic}, why is always the last thing one learns.',
      'There was a reason, once, and {topic} had a part in it. Nobody comes out of the story well.',
      'Ask me that when it is over. Anybody can find a why afterwards.',
    ],
    warm: ['Because I could not have lived with the other choice, and I like my sleep.'],
    wry: ['Why? Nobody has paid me enough to wonder.'],
    hushed: ['There is a reason. It does not like to be said out loud.'],
    lively: ['Because! No, wait, I had it. It was a wonderful because.'],
    learned: ['Three reasons, of which the second contradicts the first. I find I believe the third.'],
  },
  how: {
    any: [
      'Slowly, and with better shoes than you would think.',
      'The same way one does anything: badly, then less badly, then while thinking of supper.',
      'With {topic} you start at the edge, never in the middle.',
      'One piece at a time. The trick is to know which piece is pretending.',
    ],
    warm: ['I will show you. Give me your hands, you will have it in no time.'],
    wry: ['With patience, which I have not got, and stubbornness, which I have.'],
    hushed: ['You wait until it thinks nobody is looking.'],
    lively: ['Like this! Well, like that, but with more conviction.'],
    learned: ['Step by step. Name what you have, name what is missing, and be suspicious of whatever is left.'],
  },
  yesOrNo: {
    any: [
      'Yes. There, that was easier than I expected.',
      'Not in the way you mean, I think. But not no, either.',
      'About {topic}? Yes, I think so, and I do not say it lightly.',
      'I would like it to be so. That is as near as I can come to yes.',
      'No. But it is a good question, and I have seen it open doors.',
    ],
    warm: ['Yes. And when we know each other better I will tell you the rest.'],
    wry: ['Yes, against my better judgement, which is used to it.'],
    hushed: ['Yes. Please do not ask me how I know.'],
    lively: ['Yes! Maybe! It depends who is chasing us!'],
    learned: ['The evidence leans towards yes. I would not sit down on it just yet.'],
  },
  question: {
    any: [
      'There are two answers to that, and I only like one of them.',
      'About {topic}? More than I ought to know, and less than I would wish.',
      'You ask it as if it were small. Come, let us give it some room.',
      '{Topic}. Yes. I have turned that over more nights than I care to count.',
      'Now there is a question with a back door.',
      'If it is {topic} you came about, you are asking the right person. Or the last one. It is often the same.',
    ],
    warm: ['Bless you, nobody has asked me that in a long while. Let me think so that I tell it true.'],
    wry: ['I could answer that. Then we would both have to live with it.'],
    hushed: ['Lower your voice when you ask that. Not for my sake.'],
    lively: ['Oh, excellent question! I have no idea! Shall we find out?'],
    learned: [
      'Let me be exact. What I know of {topic} is little; what I suspect would fill an evening.',
      'That depends on a distinction, and I do love a distinction.',
    ],
  },
  request: {
    any: [
      'Very well. But you asked, remember that you asked.',
      'Gladly. Stand here, where you can see.',
      '{Topic}? I can try, as long as you do not hurry me.',
      'First tell me what you know of {topic} yourself, and I will tell you where it goes wrong.',
      'All right. I have been waiting for somebody to want that.',
    ],
    warm: ['Of course I will. Come round this side, it is warmer.'],
    wry: ['Since you put it so nicely, and there is nobody else to do it.'],
    hushed: ['If we do this, we do it gently, and we do not stop halfway.'],
    lively: ['Yes! Hold this, and this, and do not ask what that is!'],
    learned: ['A reasonable request. I shall begin at the beginning and trust you to stop me.'],
  },
  proposal: {
    any: [
      'Lead on. I will keep half a step behind, in case it is dangerous.',
      'Yes, let us. I have been alone with my thoughts long enough.',
      'To {topic}? Then we had better go before I think of an objection.',
      'Together, then. I was hoping you would be the one to say it.',
    ],
    warm: ['With you? Gladly. Take my arm, we will go at your pace.'],
    wry: ['Whose idea was this, so that I know whom to blame? Yours. Good. Go on.'],
    hushed: ['If we go, we go quietly. And we leave a light on.'],
    lively: ['Yes! Go, go, go! I will catch up, I always catch up!'],
    learned: ['I agree to the plan in principle, and reserve the right to take notes.'],
  },
}
