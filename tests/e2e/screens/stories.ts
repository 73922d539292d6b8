import { type Screen, see, statesOf, steps, user } from './screen.ts'

const openConversations = user.inHeader('Conversations')
const words = 'never printed'

/** Scenes with several characters, folders, and the search of messages. */
export const stories: readonly Screen[] = [
  ...statesOf(
    { user: 'premium', path: '/chat/{scene}' },
    {
      'chat-scene': { waitFor: see.role('group', 'Who speaks next') },
      'chat-scene-dialog': { waitFor: see.button(/^Bring back:/), act: user.press(/change the scene/) },
      'chat-add-character': {
        path: '/chat/{personas}',
        waitFor: see.button(/^Add Kit Tamura/),
        act: steps(user.inHeader('Add a character'), user.fill('Search characters', 'Kit Tamura')),
      },
      'chat-start-scene': {
        path: '/chat',
        waitFor: see.button(/^Chosen:/),
        act: steps(user.press('Start a scene'), user.press(/^Choose:/)),
      },
    },
  ),
  ...statesOf(
    { path: '/chat/{conversation}' },
    {
      'chat-move-to-folder': {
        waitFor: see.dialog,
        act: steps(openConversations, user.press(/^More about/), user.choose('Move to folder…')),
      },
      'chat-filter': {
        waitFor: see.role('combobox', 'Order'),
        act: steps(openConversations, user.press('Filter and sort')),
      },
      'chat-search': {
        waitFor: (page) => page.getByRole('region', { name: 'Messages' }).getByRole('link').first(),
        act: steps(openConversations, user.fill('Search conversations and messages', words)),
      },
      'palette-messages': {
        waitFor: (page) => page.getByRole('group', { name: 'Messages' }).getByRole('option').first(),
        act: steps(user.pressKey('Control+k'), user.fill(/jump to/i, words)),
      },
    },
  ),
]
