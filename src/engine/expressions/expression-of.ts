import type { Expression } from './expression.ts'

/** A longer text is judged by its end: the newest expression is the one to show. */
const maxLength = 4_000

/**
 * The English words of each expression. `faint` ones count half and only beside a clear one: others have them too. A word that ends with `~` may
 * have any ending. Words of `skipped` are left out of phrases.
 */
const words: Record<Exclude<Expression, 'neutral'>, { clear: string; faint: string }> = {
  joy: {
    clear: `happy, happi~, joy~, glad, gladly, delight~, overjoyed, elated, ecstatic, thrilled, cheer~, beam, beams, beamed,
      beaming, rejoic~, whoop~, squeal~, jubil~, bliss~, congratulations, hooray, hurrah, hurray, yay, we won, wonderful,
      marvel~, fantastic, welcome home, perfectly content, lights up, light up, lit up, twirl~, skips, bounc~, can't wait,
      best day, can't stop smiling, hugs`,
    faint: `smil~, grin~, laugh~, bright~, shin~, thank you, perfect, love it, lovely, great, excite~, danc~, hums, humming,
      free, at last, yes, clap~, spins, sun, sunlight, arms around, eyes shine`,
  },
  amusement: {
    clear: `amus~, grin, grins, grinned, grinning, chuckl~, giggl~, snicker~, snigger~, snort~, guffaw~, cackl~, laughs, laughed, laughing, laughter, laugh,
      joke~, joking, teas~, wink~, mischie~, playful~, hilarious, ridiculous, funny, funniest, cracks up, prank~, that's rich,
      impish~, twinkl~, sputters with, slaps knee, hides smile, mouth twitch~, twitches, lips twitch~, lips quirk~, smothers, eyes crinkle~,
      corners of mouth`,
    faint: `smil~, smirk~, roll eyes, rolls eyes, nudg~, poke~, sparkl~, raises eyebrow, haha, heh, oh dear`,
  },
  love: {
    clear: `love, loves, loved, loving~, beloved, darling, dearest, my dear, sweetheart, honey, my heart, tender~, affection~,
      ador~, kiss~, caress~, cuddl~, nuzzl~, snuggl~, embrac~, cherish~, fond, fondly, fondness, devot~, marry me, missed you,
      miss you, pulls you close, pulls you closer, against yours, against you, takes your hand, hand in yours, hand into yours, holds you,
      strokes your, stroking your, cups your, brushes your, beautiful, your forehead, face softens, eyes soften, smiles softly, soft smile,
      draws heart, follow you anywhere, stay with me, with you is, look at you for, arms around you`,
    faint: `gentl~, soft~, warm~, close, closer, your hair, your cheek, your hand, your hands, your face, your shoulder, your chin,
      your eyes, your name, safe, heart, whispers, opens arms, yours, linger~, traces, want to be`,
  },
  pride: {
    clear: `proud~, pride, smug~, triumph~, boast~, brag~, swagger~, strut~, gloat~, smirk~, champion, trophy, trophies, medal~,
      first place, victor~, best i have ever, finest, the youngest, the fastest, flawless~, impeccabl~, masterpiece, satisfied,
      lifts chin, raises chin, chin high, chin raised, puffs out, chest out, squares shoulders, throws back shoulders, stands tall,
      stands straight, told you i, i earned, earned, nobody beats, as always, flourish, who was right, talent~, confident~,
      how it is done, hands on hips`,
    faint: `myself, never, better, nods, nod, record, bows, my own, in the world, applause, tosses, name`,
  },
  surprise: {
    clear: `surpris~, astonish~, amaz~, astound~, stunned, shock~, startl~, gasp~, gape~, gaping, speechless, dumbfounded,
      flabbergasted, disbelief, unbelievable, unexpected~, incredul~, jaw drops, mouth falls open, mouth hangs open, mouth open, eyes go wide,
      eyes grow wide, eyes widen~, wide eyed, double take, eyebrows shoot, wait what, you what, you did what, no way, good heavens,
      good lord, goodness, by all saints, i never thought, did not expect, didn't expect, didn't see that, out of nowhere, impossible,
      bolt upright, i'll be damned, blinks twice, you're alive, where did you come from, stops halfway`,
    faint: `freezes, froze, suddenly, already, blinks, really, when did, since when, how did you, oh, stares, staring, widen~,
      whirls, steps back, stumbles back, drops, what, whole, starts`,
  },
  curiosity: {
    clear: `curio~, intrigu~, interest~, fascinat~, wonder, wonders, wondered, wondering, inquisitiv~, inquir~, tell me more,
      what happened, what's behind, what's inside, what is inside, what is it made, how does, what does, what do you suppose, what do you think, can i look, can i see, can i touch, may i, show me, is it true, leans closer, leans forward,
      leans over, peer~, studies, studying, studied, examin~, inspects, inspected, inspecting, investigat~, nosy, pricks up, questions, eyes bright,
      what brings, what kind of, where did you find, never seen one, what are they, what's that`,
    faint: `and then, tilts head, strange, who, where, why, which, how, what, closer, listens, touch~, squints, inside, hm, hmm, turns over,
      holds it, runs finger, chin in, chin on`,
  },
  confusion: {
    clear: `confus~, puzzl~, baffl~, bewilder~, perplex~, nonplussed, lost look, lost me, completely lost, i'm lost, blank, blankly,
      uncertain~, unsure, not sure, no sense, make sense, don't understand, don't get it, don't follow, what do you mean, hold on, furrow~,
      frowns at, wrinkles forehead, wrinkles brow, scratches head, huh, say that again, say that slower, can't be right, mixed up,
      supposed to do, how did this, rubs temples, brow furrow~, brow creas~, give up, who on earth, i'm not sure`,
    faint: `frown~, shakes head, blink~, squint~, tilts head, wait, pauses, hesitat~, brow, sorry, lost, turns around, but, again, which,
      who, how, looks around, looks from`,
  },
  embarrassment: {
    clear: `embarrass~, blush~, fluster~, sheepish~, bashful~, shy, shyly, mortif~, awkward~, self conscious~, humiliat~, asham~,
      cheeks burn~, cheeks flush~, cheeks redden~, cheeks aflame, cheeks pink, cheeks hot, burning cheeks, burning face, hot cheeks, red face,
      face burns, face reddens, ears turn, ears go, ears burn, neck red, turns crimson, turns scarlet, turns pink, turns red, goes red, beet red, bright red,
      crimson, scarlet, stammer~, stutter~, fumbl~, won't meet your, meet your eyes, anywhere but, clears throat, back of neck, shuffles feet,
      hides face, covers face, buries face in hands, buries burning, squirm~, clumsy, clumsily, silly, didn't know you, forget that ever,
      please don't tell, own feet, ducks head`,
    faint: `um, uh, er, ah, sorry, mumbl~, nervous~, coughs, looks down, looks away, trips, stumbles, tugs, pink, red, compliments, i mean`,
  },
  fear: {
    clear: `fear, fears, feared, fearful~, afraid, scared, frighten~, terrif~, terror, horror, horrified, panic~, dread~, trembl~,
      quiver~, shaking hands, shaking fingers, hands shake, hands won't stop, cower~, whimper~, flinch~, petrified, pale, paler, pales, paled,
      blood runs cold, colour drains, color drains, heart pounds, heart hammers, heart races, heart pounding, sweat, scream~, shriek~,
      nightmare~, don't leave me, don't move, don't open, don't even breathe, hide, following us, found us, catch us,
      something is out, stay back, stay away, should go back, we're going to, knees give, knees buckle, backs away, backs against, clutch~,
      cling, clings, anxious~, uneasy, worried, worr~, breath comes short, holds breath, who's there, go away, did you hear`,
    faint: `run, dark, whispers, hush~, behind, footsteps, shadow~, swallows, nervous~, knives, knife, dead, please, quickly, cold, bolts,
      freezes, froze, tense, over shoulder, grips, shaking, god, crawls, jerks back, creak~`,
  },
  sadness: {
    clear: `sad, sadly, sadness, sorrow~, grief, griev~, mourn~, tear, tears, tearful~, cry, cries, crying, cried, weep~, wept, sob, sobs,
      sobbed, sobbing, heartbr~, lonely, loneliness, goodbye, farewell, melanchol~, miserabl~, despair~, hopeless~, hollow,
      grave, funeral, voice breaks, voice cracks, voice broke, lower lip, shoulders sink, shoulders slump, shoulders sag, shoulders shake, head in hands,
      smile fades, reach eyes, red and swollen, eyes wet, eyes fill, eyes well, regret, i failed, losing people, too late, bring him back,
      bring her back, i wish i, would have been, passed away, died, what is point, rest well, miss her, miss him, one more day, used to be, barely there, still forget`,
    faint: `quiet~, gone, looks away, sigh~, lost, tired, forget, old, photograph, sorry, hurt~, leaving, no longer, used to, silence, shaky,
      years, alone, slowly, empty, without, never`,
  },
  anger: {
    clear: `angr~, anger, furious~, fury, rage, raging, enrag~, seeth~, fumes, fuming, livid, outrag~, glare~, glaring, scowl~, snarl~,
      growl~, hiss, hisses, hissed, roar, roars, shout~, yell~, bellow~, snap, snaps, snapped, snapping, slam~, slap, slaps, slapped, bang, bangs,
      stamps foot, storms, stormed, hurl~, kicks, kicked, shov~, smash~, crushes, clench~, grinds teeth, grits teeth, gritted teeth, jaw tightens,
      fist, fists, nostrils, narrowed eyes, eyes narrow, eyes flash, eyes blaze, to ice, how dare, dare you, get out, enough, liar,
      lied to, traitor, idiot~, damn you, go to hell, your fault, no right, not fair, isn't fair, warned you, warn you, will regret, ruin, ruined,
      sick of, promised me, trusted you, leave it alone, annoy~, irritat~, betray~, grabs you, what you like, excuses`,
    faint: `leave, now, never again, crosses arms, cold~, fire, burned, spits, throws, tears in, jabs, hurt, stop, dare, once`,
  },
  disgust: {
    clear: `disgust~, revolt~, repuls~, revuls~, nause~, gross, nasty, vile, foul, filth~, rot, rotten, rotting, mould~, mold~,
      maggot~, cockroach~, slime, slimy, stink~, stench, reek~, yuck, ugh, eww, ew, ick, bleh, blech, phew, gag, gags, gagged, gagging,
      retch~, vomit~, be sick, pale green, stomach turns, wrinkles nose, nose wrinkles, pinches nose, grimac~, makes face, pulls face,
      face twists, lip curls, curls lip, recoil~, contempt~, shudder~, appetite, smells like, smell of, went sour, sour, greasy, sticky, wipes hands,
      arm's length, between two fingers, rather starve`,
    faint: `smell~, sniff~, pushes bowl, pushes plate, pushes it, spits, swallows hard, wet, eat, scrap~, drain, touched, fork, tongue`,
  },
}

/** They stand between the words of phrases and decide nothing. */
const skipped = new Set(['a', 'an', 'the', 'his', 'her', 'their', 'very', 'so', 'both'])

interface Cue {
  expression: Expression
  weight: number
  /** The words after the first. */
  rest: readonly string[]
}

const clearWeight = 2

/** The cues by their first word, with `~` where it may have any ending. */
const cues = new Map<string, Cue[]>()
for (const [expression, { clear, faint }] of Object.entries(words)) {
  for (const [weight, list] of [
    [clearWeight, clear],
    [1, faint],
  ] as const) {
    for (const phrase of list.split(',')) {
      const [first = '', ...rest] = toWords(phrase)
      cues.set(first, [...(cues.get(first) ?? []), { expression: expression as Expression, weight, rest }])
    }
  }
}

function toWords(text: string): string[] {
  const all =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\p{L}+(?:'\p{L}+)*~?/gu) ?? []
  return all.filter((word) => !skipped.has(word))
}

const isNegation = (word = '') => /^(?:not|never|no|without|hardly|neither)$|n't$/.test(word)

/**
 * The expression that the words of a reply suggest; `neutral` without any. What comes later in the reply counts more.
 *
 * @example
 * expressionOf('*She laughs.* "You told the bishop what?"') // 'amusement'
 * expressionOf('*He nods.* "The ferry leaves at nine."') // 'neutral'
 * expressionOf('"I am not angry," *she says.*') // 'neutral'
 */
export function expressionOf(text: string): Expression {
  const said = toWords(text.slice(-maxLength).replaceAll('~', ' '))
  const scores = new Map<Expression, number>()
  const clear = new Set<Expression>()
  for (const [at, word] of said.entries()) {
    const isNegated = said[at - 1] !== 'stop' && (isNegation(said[at - 1]) || isNegation(said[at - 2]))
    if (isNegated) continue
    for (const { expression, weight, rest } of listCues(word)) {
      if (!rest.every((next, index) => matches(said[at + 1 + index] ?? '', next))) continue
      if (weight === clearWeight) clear.add(expression)
      scores.set(expression, (scores.get(expression) ?? 0) + weight * (1 + at / said.length))
    }
  }
  const [best] = [...clear].toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
  return best ?? 'neutral'
}

function listCues(word: string): Cue[] {
  const found = [...(cues.get(word) ?? [])]
  for (let length = 3; length <= word.length; length += 1) found.push(...(cues.get(`${word.slice(0, length)}~`) ?? []))
  return found
}

const matches = (word: string, wanted: string) =>
  wanted.endsWith('~') ? word.startsWith(wanted.slice(0, -1)) : word === wanted
