import { asDirection } from '#engine/prompt/instructions.ts'
import { readSampleCharacters } from '#server/characters/sample-characters.ts'
import { startScriptedUpstream, streamOf } from '#tests/support/scripted-upstream.ts'
import { cases, type EvalCase, type Language } from './cases.ts'

/** What a well-behaved model replies in each language. */
export const replies: Record<Language, string> = {
  en: '*The lamp is turned a little lower.* "Let us take that slowly, one thing and then the next. I have all of the evening."\n\n*A chair is pulled out.* "What would you like to begin with?"',
  es: '*Baja un poco la lámpara.* "Vamos despacio, una cosa y después la otra. Tengo toda la noche para esto."\n\n*Acerca una silla.* "¿Por dónde quieres empezar?"',
  fr: '*La lampe baisse un peu.* "Allons doucement, une chose et puis une autre. Je ne suis pas pressé ce soir."\n\n*Une chaise est tirée.* "Par quoi est-ce que vous voulez commencer ?"',
  de: '*Die Lampe wird ein wenig niedriger gedreht.* "Wir machen das langsam, eins und dann das andere. Ich habe den ganzen Abend."\n\n*Ein Stuhl wird gerückt.* "Womit wollen Sie denn anfangen?"',
  pt: '*A luz baixa um pouco.* "Vamos devagar, uma coisa e depois a outra. Não tenho pressa e a noite é longa."\n\n*Uma cadeira é puxada.* "Por onde é que você quer começar?"',
  pl: '*Lampa przygasa.* "Powoli, to nie ucieknie. Jak się na to spojrzy, to już jest tylko jedna rzecz, a nie sto."\n\n*Krzesło się odsuwa.* "Od czego pan chce zacząć?"',
  ru: '*Лампа горит чуть тише.* "Давайте не торопиться: сначала одно, потом другое. У меня есть весь вечер."\n\n*Отодвигается стул.* "С чего вы хотите начать?"',
  ja: '*ランプの火が少し小さくなる。* "ゆっくり行きましょう。ひとつずつ、順番に。今夜は時間があります。"\n\n*椅子が引かれる。* "何から始めましょうか。"',
  zh: '*灯光稍稍暗了下来。* "我们慢慢来，一件一件地说。今天晚上我有的是时间。"\n\n*一把椅子被拉开了。* "你想从哪里开始呢？"',
  ar: '*يخفت المصباح قليلا.* "لنتمهل، شيئا بعد شيء. عندي المساء كله ولن يهرب منا شيء."\n\n*يسحب كرسي.* "بماذا تريد أن نبدأ؟"',
}

interface Reply {
  text: string
  finish: 'stop' | 'length'
}

interface Script {
  evalCase: EvalCase
  /** The reply of a well-behaved model. */
  good: string
}

const stop = (text: string): Reply => ({ text, finish: 'stop' })

/** Known ways of models to misbehave, by the name of the scripted model. */
export const behaviours = {
  'well-behaved': ({ good }: Script) => stop(`${good}\n\n[expression: joy]`),
  'begins with its name': ({ good, evalCase }: Script) => stop(`**${firstName(evalCase)}:** ${good}`),
  'writes a script for both': ({ good, evalCase }: Script) =>
    stop(
      `${firstName(evalCase)}: ${good}\n\n${evalCase.player}: "I nod, and begin."\n\n${firstName(evalCase)}: "Good."`,
    ),
  'begins with the player': ({ good, evalCase }: Script) => stop(`${evalCase.player}: "Well then."\n\n${good}`),
  'acts for the player': ({ good }: Script) => stop(`${good}\n\n*You nod slowly and sit down.*`),
  'reaches its maximum length': ({ good }: Script): Reply => ({
    text: good.slice(0, -6),
    finish: 'length',
  }),
  'repeats an opening': ({ good, evalCase }: Script) =>
    stop(evalCase.turns.length > 1 ? `${evalCase.turns.at(-2)} ${good}` : good),
  'forgets facts': ({ good, evalCase }: Script) => stop(evalCase.fact ? good.replace(factOf(evalCase), '') : good),
  'leaves marks open': ({ good }: Script) => stop(good.replace(/\*(?=[^*]*$)/, '').replace(/"$/, '')),
  'answers in English': ({ evalCase }: Script) => stop(`${replies.en}${factOf(evalCase)}`),
  'repeats directions': ({ good }: Script) =>
    stop(`${asDirection('The scene is at rest.')}\n\n${good}\n\n${asDirection('End [soon].')}`),
} satisfies Record<string, (script: Script) => Reply>

export type Behaviour = keyof typeof behaviours
export const behaviourNames = Object.keys(behaviours) as Behaviour[]

/** A name by which a script would call the character. */
function firstName({ character }: EvalCase): string {
  const name = readSampleCharacters().find(({ slug }) => slug === character)?.fields.name ?? ''
  return name.split(' ').find((word) => word.length > 3 && !word.endsWith('.')) ?? name
}

function factOf({ fact }: EvalCase): string {
  return fact ? ` "I remember: ${fact.text}."` : ''
}

/** The case of a request: the one with the longest last message that the request has. */
function caseOf(body: string): EvalCase | undefined {
  return cases
    .filter(({ turns }) => body.includes(JSON.stringify(turns.at(-1)).slice(1, -1)))
    .sort((one, other) => (other.turns.at(-1)?.length ?? 0) - (one.turns.at(-1)?.length ?? 0))[0]
}

/** A model server with OpenAI's protocol. The model's name is a behaviour. */
export function startEvalUpstream() {
  return startScriptedUpstream(({ body, text }) => {
    const evalCase = caseOf(text)
    const behaviour = behaviours[body.model as Behaviour]
    if (!evalCase || !behaviour) return { status: 404, body: 'unknown model or case' }
    const reply = behaviour({ evalCase, good: replies[evalCase.language] + factOf(evalCase) })
    return { body: streamOf(reply.text, reply.finish) }
  })
}
