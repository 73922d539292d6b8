// The import rules (docs/architecture.md explains them). `npm run check` runs them.

/** Each layer imports only from the layers above it in this list. Folders of one layer do not import each other. */
const serverLayers = [
  ['content'],
  ['db'],
  ['providers'],
  ['safety'],
  ['core'],
  ['http'],
  ['screening'],
  ['accounts'],
  ['characters'],
  ['moderation'],
  ['backup', 'chat', 'billing', 'images'],
  ['admin'],
]
/** The capabilities of a chat: what is stored, who speaks, what the policy allows, the reply, the turn, and the rest. */
const serverChatLayers = [
  ['events', 'indexing', 'tree'],
  ['lorebooks'],
  ['purge'],
  ['limits', 'scenes'],
  ['personas'],
  ['screening'],
  ['memory', 'notes'],
  ['replies'],
  ['folders', 'quick-replies', 'turns'],
  ['conversations'],
  ['speech'],
  ['branches', 'embeds', 'notices', 'openai', 'participants', 'recheck', 'search', 'transcript-files', 'versions'],
  ['account-data'],
]
/** The parts of the chat page: data, the conversation's state, what opens dialogs, then what is shown, up to the page. */
const clientChatLayers = [
  ['live', 'notices', 'reading'],
  ['api'],
  ['store'],
  ['dialogs\\.ts'],
  ['actions', 'notes', 'personas', 'quick-replies', 'transcript-files'],
  ['scenes', 'speech'],
  ['transcript'],
  ['memory', 'panels', 'search', 'story-map'],
  ['conversation-list'],
  ['commands'],
  ['composer', 'header'],
  ['page'],
]
const clientLayers = [
  ['lib', 'styles'],
  ['ui'],
  ['accounts'],
  ['images', 'moderation', 'billing'],
  ['characters'],
  ['lorebooks'],
  ['chat', 'landing', 'admin'],
  ['shell'],
]

const test = '\\.test\\.tsx?$'
const opensDatabase = '^src/server/(db/|core/context\\.ts$|(app|main|start|cli-context)\\.ts$)|/queries\\.ts$'

/** The files directly in a folder with layers (app.ts, routes.tsx …) may import from every layer. */
function layerRules(side, layers) {
  const name = `layers-${side.replace('/', '-')}`
  const rules = layers.flatMap((folders, index) =>
    folders.map((folder) => {
      const allowed = [folder, ...layers.slice(0, index).flat(), ...(folder === 'shell' ? ['routes\\.tsx'] : [])]
      return {
        name,
        comment:
          'Imports from a higher layer or from another folder of its layer. Move the shared code down, or pass it as an argument.',
        severity: 'error',
        from: { path: `^src/${side}/${folder}/`, pathNot: test },
        to: { path: `^src/${side}/`, pathNot: `^src/${side}/(${allowed.join('|')})(/|$)` },
      }
    }),
  )
  const known = layers.flat().join('|')
  return [
    ...rules,
    {
      name: `${name}-unknown`,
      comment: 'The folder has no layer. Add it to .dependency-cruiser.mjs.',
      severity: 'error',
      from: {},
      to: { path: `^src/${side}/[^/]+/`, pathNot: `^src/${side}/(${known})/` },
    },
  ]
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'engine-is-pure',
      comment: 'The engine imports no package, no Node module and nothing of the application.',
      severity: 'error',
      from: { path: '^src/engine/', pathNot: test },
      to: { pathNot: '^src/engine/' },
    },
    {
      name: 'engine-tests-are-separate',
      comment: 'Tests of the engine import nothing of the application.',
      severity: 'error',
      from: { path: `^src/engine/.*${test}` },
      to: { path: '^src/(shared|server|client)/' },
    },
    {
      name: 'shared-is-the-contract',
      comment: 'Shared imports the engine, Zod, re2js and zip.js, nothing else.',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: test },
      to: { pathNot: '^(src/(engine|shared)/|node_modules/(zod|re2js|@zip\\.js)/)' },
    },
    {
      name: 'server-and-client-are-separate',
      comment: 'Server and client meet only in src/shared.',
      severity: 'error',
      from: { path: '^src/(server|client)/' },
      to: { path: '^src/(server|client)/', pathNot: '^src/$1/' },
    },
    {
      name: 'bots-use-the-public-api',
      comment: 'A bot is a process of its own, which calls the server with an API key.',
      severity: 'error',
      from: { path: '^src/bot/' },
      to: { path: '^src/(server|client)/' },
    },
    {
      name: 'client-runs-in-a-browser',
      comment: 'The client imports no Node module.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-test-code-in-src',
      comment: 'Only tests import tests, test support and scripts.',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { path: `^(tests|scripts)/|${test}` },
    },
    {
      name: 'no-cycles',
      comment: 'Files import each other in a cycle. Type-only imports count, code that is loaded later does not.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'only-queries-import-the-database',
      comment: 'Call a function of queries.ts: it takes the viewer or an explicit scope.',
      severity: 'error',
      from: { path: '^src/server/', pathNot: `${opensDatabase}|${test}` },
      to: {
        path: '^src/server/db/(?!database-error\\.ts$)|^node_modules/(kysely|pg)/|^(node:)?sqlite$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'views-are-pure',
      comment: 'A view maps rows to the wire format. The operation fetches the rows and passes them in.',
      severity: 'error',
      from: { path: '^src/server/.+/view\\.ts$' },
      to: { path: '/queries\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-catch-all-files',
      comment: 'Name the file after what it contains.',
      severity: 'error',
      from: {},
      to: { path: '[/.](utils?|helpers?|common|misc)[./]', pathNot: '^node_modules/' },
    },
    {
      name: 'no-unresolvable',
      comment:
        'The file or package does not exist. Inside src/engine, # aliases do not exist either (its package.json).',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...layerRules('server', serverLayers),
    ...layerRules('server/chat', serverChatLayers),
    ...layerRules('client', clientLayers),
    ...layerRules('client/chat', clientChatLayers),
  ],
  options: {
    // TypeScript 7 has no parser that dependency-cruiser can call; SWC also keeps the type-only imports.
    parser: 'swc',
    doNotFollow: { path: ['node_modules'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
