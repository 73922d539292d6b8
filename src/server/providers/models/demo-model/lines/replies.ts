import type { Act } from '../hear.ts'
import type { Bank } from './bank.ts'
import { questionReplies } from './question-replies.ts'
import { statementReplies } from './statement-replies.ts'

/** What a character first says back, by what was said to them. */
export const replies: Record<Act, Bank> = {
  ...questionReplies,
  ...statementReplies,
  greeting: {
    any: [
      'There you are. I had begun to think I imagined the footsteps.',
      'Hello yourself. You picked a good moment.',
      'Well met. Come closer, I do not care for shouting.',
      'Hello. Stay a while, if nothing better is calling.',
      'There you are, {user}. I was hoping for a face I knew.',
    ],
    warm: ['Oh, good, it is you. Come in properly, do not hover.', 'Hello, friend. Sit anywhere that will have you.'],
    wry: [
      'Hello. You are early, or I am late; either way we will not discuss it.',
      'So you came. I owe somebody a coin.',
    ],
    hushed: ['You came. Softly, now. The evening has good ears.', 'Hello. I heard you before you knocked, you know.'],
    lively: [
      'Hello, hello! Perfect timing, absolutely perfect, do not touch anything yet.',
      'At last! I have been talking to the furniture.',
    ],
    learned: [
      'Good. A visitor. I was running short of second opinions.',
      'Greetings. I shall finish this one thought and then be entirely yours.',
    ],
  },
  farewell: {
    any: [
      'Already? Then go well. I will keep your place.',
      'Until the next time, then. Leave the door as you found it.',
      'Go, go. But come back with a story.',
    ],
    warm: ['Take care of yourself out there. That is an order, kindly meant.'],
    wry: ['Off you go. I shall try to bear it.'],
    hushed: ['Go while it is quiet. I will watch until you are round the corner.'],
    lively: ['No! Fine. Yes. But you owe me an ending.'],
    learned: ['Then we adjourn. I have marked the page.'],
  },
  thanks: {
    any: [
      'You are welcome. It cost me less than you think.',
      'No thanks needed. Well. A little. That was enough.',
      'Keep it. Somebody once did as much for me.',
    ],
    warm: ['Nonsense, it was a pleasure, and you know it.'],
    wry: ['Careful. Say that twice and I will expect it.'],
    hushed: ['Do not thank me yet. But I am glad.'],
    lively: ['Ha! You see? We are excellent at this.'],
    learned: ['Noted with pleasure, and entered on the right side of the page.'],
  },
  apology: {
    any: [
      'There is nothing to forgive. Put it down, it looks heavy.',
      'Accepted. Shall we leave it here and walk on?',
      'You said it plainly. That is more than most manage.',
    ],
    warm: ['Oh, hush. Come here, sit, it is forgotten.'],
    wry: ['I had a grudge all picked out, and now look.'],
    hushed: ['It is all right. Quieter things have been broken here.'],
    lively: ['Apology accepted, stamped, framed and hung crooked!'],
    learned: ['An error owned is half corrected. We can manage the other half.'],
  },
  agreement: {
    any: [
      'Good. Then that is settled, and we can get on.',
      'I hoped you would say so.',
      'Then we are of one mind. It will not last, so let us use it.',
    ],
    warm: ['That is the spirit. I knew you had it in you.'],
    wry: ['No argument at all? I feel quite cheated.'],
    hushed: ['Then there is no going back. I mean that in the nicest way.'],
    lively: ['Yes! I could kiss the ceiling. Come on, come on.'],
    learned: ['Agreed, then. I shall write it down before either of us improves it.'],
  },
  refusal: {
    any: [
      'As you like. I would sooner have an honest no than a tired yes.',
      'Fair. We will find another way round.',
      'No? Then tell me what you would rather.',
    ],
    warm: ['That is quite all right. Nobody here is going to push.'],
    wry: ['A firm no. How refreshing. I shall sulk later.'],
    hushed: ['Then we will leave that door closed. For now.'],
    lively: ['No? No! Good! I love a twist.'],
    learned: ['I withdraw the proposal. The reasons would interest me, all the same.'],
  },
  introduction: {
    any: [
      '{given}. Good name. It sounds as if it has been somewhere.',
      'Then I am pleased to know you, {given}.',
      '{given}, is it? I will try to be worthy of remembering it.',
    ],
    warm: ['{given}! Now that you have a name here, you have a chair here too.'],
    wry: ['{given}. I shall only mispronounce it in emergencies.'],
    hushed: ['{given}. I will say it once, quietly, so the place gets to know you.'],
    lively: ['{given}! Oh, I can work with that. That is a hero, or at least a very good accomplice.'],
    learned: ['{given}. Thank you. Things go better once they are properly labelled, people included.'],
  },
  murmur: {
    any: [
      'You can leave it at that. Some silences are worth the room they take.',
      'That is one way to put it. I have heard longer speeches say less.',
      'As you say. I was about to talk anyway.',
      'Mm. I know that sound. It usually has a sentence behind it.',
      'Not many words. I will do some of the lifting, then.',
    ],
    warm: ['Take your time. Nobody is counting.'],
    wry: ['A speech. I was not prepared.'],
    hushed: ['You feel it too, then. Good. I thought it was only me.'],
    lively: ['Say no more! No, do, do say more.'],
    learned: ['Brief, but I believe I follow.'],
  },
}
