/** Determiners that begin a noun phrase, and what each becomes when the character repeats the phrase. */
const determiners: Readonly<Record<string, string>> = {
  my: 'your',
  our: 'our',
  your: 'my',
  the: 'the',
  a: 'the',
  an: 'the',
  this: 'that',
  that: 'that',
  these: 'those',
  those: 'those',
  his: 'his',
  her: 'her',
  their: 'their',
  its: 'its',
  some: 'the',
  another: 'the other',
}

const common = `i you he she it we they me him us them who whom which what whose when where why how there here then than
  and or but so if as at by for from in into of off on onto out over to up down with without about after before since
  until while because though although am is are was were be been being have has had having do does did doing done can
  could will would shall should may might must not no yes nor only just very too also really quite rather even still
  ever never always often sometimes again now soon later today tonight tomorrow yesterday already yet maybe perhaps
  go goes going went gone come comes coming came get gets getting got make makes making made take takes taking took
  taken give gives giving gave given see sees seeing saw seen look looks looking looked know knows knowing knew known
  think thinks thinking thought say says saying said tell tells telling told ask asks asking asked want wants wanted
  need needs needed like likes liked love loves loved feel feels feeling felt find finds finding found keep keeps kept
  let lets put puts seem seems seemed mean means meant try tries tried trying use used begin began start started stop
  stopped show shows showed hear hears heard leave leaves left live lives lived work works worked call called turn
  turned help helped talk talked walk walked open opened close closed hold held bring brought happen happened
  im ive id ill youre youve youd dont doesnt didnt cant couldnt wont wouldnt isnt arent wasnt lets thats whats hes shes
  theyre something anything nothing everything someone anyone everyone one thing things lot bit kind sort way much many
  more most less few all any each every other such same own well okay ok please thanks thank hello hi hey oh ah um
  good great nice fine bad sure right wrong long little big new old first last next`

const commonWords = new Set(common.split(/\s+/))
/** Common words that may modify a noun. */
const modifiers = new Set(
  'good great nice fine bad right wrong long little big new old first last next same own other'.split(' '),
)

/** Nouns too general to be a topic. */
const vague = new Set(
  `morning evening afternoon night day week month year hour minute moment time while place thing way lot bit kind sort
  end side part rest others ones people person world life answer question point fact idea matter case`.split(/\s+/),
)

export interface Topic {
  /** The phrase as the character would say it: "the strange key", "your brother"; may be empty. */
  phrase: string
  /** The main word, as the user wrote it. */
  word: string
}

/** Finds what a message is about; null if it has no topic. */
export function findTopic(message: string): Topic | null {
  const tokens = message.replaceAll(/[’ʼ]/g, "'").match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu) ?? []
  return findLastPhrase(tokens) ?? findLongestWord(tokens)
}

/** The last phrase that begins with a determiner. The end of a message usually has its topic. */
function findLastPhrase(tokens: readonly string[]): Topic | null {
  let found: Topic | null = null
  for (const [index, token] of tokens.entries()) {
    const determiner = determiners[token.toLowerCase()]
    if (determiner === undefined) continue
    const words = readPhrase(tokens, index + 1)
    const word = words.at(-1)
    if (word === undefined || isCommon(word) || vague.has(word.toLowerCase()) || word.length < 3) continue
    found = { phrase: [determiner, ...words].join(' '), word }
  }
  return found
}

function readPhrase(tokens: readonly string[], start: number): string[] {
  const words: string[] = []
  for (const token of tokens.slice(start, start + 3)) {
    const lower = token.toLowerCase()
    if (!/^\p{L}/u.test(token) || determiners[lower] !== undefined) break
    if (isCommon(token) && !modifiers.has(lower)) break
    words.push(toNormalCase(token))
  }
  // Participles at the end are cut off: "a gift wrapped in paper" → "gift".
  while (words.length > 1 && /[^e]ed$/.test(words.at(-1) ?? '')) words.pop()
  while (words.length > 0 && modifiers.has(words.at(-1)?.toLowerCase() ?? '')) words.pop()
  return words
}

/** The longest uncommon word. */
function findLongestWord(tokens: readonly string[]): Topic | null {
  const words = tokens.filter(
    (token) =>
      /^\p{L}{4,18}$/u.test(token) && !isCommon(token) && !vague.has(token.toLowerCase()) && !/ly$/i.test(token),
  )
  const word = words.reduce((longest, token) => (token.length > longest.length ? token : longest), '')
  return word === '' ? null : { phrase: '', word: toNormalCase(word) }
}

function isCommon(token: string): boolean {
  return commonWords.has(token.toLowerCase().replaceAll("'", ''))
}

/** Words in capitals become lower case; names keep their first capital. */
function toNormalCase(token: string): string {
  return token.length > 1 && token === token.toUpperCase() ? token.toLowerCase() : token
}
