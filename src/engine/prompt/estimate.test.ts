import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateTokens } from './estimate.ts'

/** Any sequence of UTF-16 code units, lone surrogates and control characters included. */
const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))

/** Passages with their tokens in o200k and in Llama 3's tokenizer. */
const counted: [language: string, o200k: number, llama3: number, text: string][] = [
  [
    'English',
    70,
    72,
    `*Ilse leans on the rail, salt drying on her sleeves, and watches the lantern swing.* "You're late, Sam. Third bell rang a while ago, and I don't ring it twice." *She tosses you a coil of rope without looking.* "Make that fast, will you? The tide won't wait for either of us."`,
  ],
  [
    'a card in English',
    67,
    66,
    'Name: Captain Ilse Marrow. Age: 41. Occupation: smuggler turned cartographer. Likes: strong tea, unmapped coasts, bad puns told well.\n\n[Appearance: tall, grey-streaked black hair tied back; long navy coat (patched), boots that have seen 3 oceans.]',
  ],
  [
    'German',
    59,
    65,
    '*Ilse lehnt an der Reling und sieht der schwankenden Laterne zu.* „Du kommst spät, Sam. Die dritte Glocke ist längst verklungen, und ich läute sie nicht zweimal. Mach das Tau fest, die Flut wartet auf keinen von uns beiden.“',
  ],
  [
    'French',
    64,
    71,
    "*Ilse s'appuie au bastingage et regarde la lanterne se balancer.* « Tu es en retard, Sam. La troisième cloche a sonné il y a longtemps, et je ne la sonne jamais deux fois. Attache ce cordage, la marée n'attendra personne. »",
  ],
  [
    'Polish',
    74,
    81,
    '*Ilse opiera się o reling i patrzy na kołyszącą się latarnię.* „Spóźniłeś się, Sam. Trzeci dzwon dawno przebrzmiał, a ja nie dzwonię dwa razy. Przywiąż tę linę, przypływ na nikogo nie poczeka.”',
  ],
  [
    'Russian',
    62,
    69,
    '*Ильза опирается на перила и смотрит, как качается фонарь.* — Ты опоздал, Сэм. Третий колокол давно отзвенел, а дважды я не звоню. Закрепи канат, прилив никого ждать не станет.',
  ],
  [
    'Chinese',
    61,
    62,
    '*伊尔莎靠在栏杆上，看着灯笼轻轻摇晃。*“你来晚了，山姆。第三遍钟早就敲过了，我从不敲两次。把绳子系好，潮水可不会等我们。”',
  ],
  [
    'Japanese',
    75,
    68,
    '*イルゼは手すりにもたれ、揺れるランタンを眺めている。*「遅いよ、サム。三つ目の鐘はとっくに鳴ったし、私は二度は鳴らさない。綱を結んで。潮は待ってくれないんだから。」',
  ],
  [
    'Korean',
    64,
    67,
    '*일제는 난간에 기대어 흔들리는 등불을 바라본다.* "늦었어, 샘. 세 번째 종은 벌써 울렸고, 나는 두 번 울리지 않아. 밧줄을 묶어. 밀물은 우리를 기다려 주지 않아."',
  ],
  [
    'Arabic',
    57,
    63,
    '*تتكئ إلسا على الحاجز وتراقب تأرجح الفانوس.* "لقد تأخرت يا سام. دق الجرس الثالث منذ زمن، وأنا لا أدقه مرتين. اربط الحبل، فالمد لا ينتظر أحدا."',
  ],
  [
    'Hindi',
    67,
    92,
    '*इल्सा रेलिंग पर झुककर झूलती लालटेन को देखती है।* "तुम देर से आए, सैम। तीसरी घंटी कब की बज चुकी, और मैं दो बार नहीं बजाती। रस्सी बाँध दो, ज्वार किसी का इंतज़ार नहीं करता।"',
  ],
]

test.each(counted)(
  'the estimate for %s is between 0.88 and 1.27 of the larger count',
  (_language, o200k, llama3, text) => {
    const ratio = estimateTokens(text) / Math.max(o200k, llama3)
    expect(ratio).toBeGreaterThan(0.88)
    expect(ratio).toBeLessThan(1.27)
  },
)

test('the estimate is an integer, and 0 only for white space', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const tokens = estimateTokens(text)
      expect(Number.isInteger(tokens)).toBe(true)
      expect(tokens > 0 || text.trim() === '').toBe(true)
      // The maximum for one character: a lone Vietnamese accent counts as a word with an accent.
      expect(tokens).toBeLessThanOrEqual(Math.ceil(text.length * 2.2))
    }),
    { examples: [['\u0300'], ['\u1ea1 \u1ea1'], ['']] },
  )
})

test('text that needs many tokens is not underestimated', () => {
  expect(estimateTokens('!@#$%^&*()'.repeat(100))).toBeGreaterThan(500)
  expect(estimateTokens('x1y2z3'.repeat(100))).toBeGreaterThan(400)
  expect(estimateTokens('😀'.repeat(100))).toBeGreaterThan(100)
})
