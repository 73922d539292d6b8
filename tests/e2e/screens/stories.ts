import {
  button,
  choose,
  dialog,
  fill,
  inHeader,
  press,
  pressKey,
  role,
  type Screen,
  statesOf,
  steps,
} from './screen.ts'

const openConversations = inHeader('Conversations')
const words = 'never printed'

/** Scenes with several characters, folders, and the search of messages. */
export const stories: readonly Screen[] = [
  ...statesOf(
    { user: 'premium', path: '/chat/{scene}' },
    {
      'chat-scene': { waitFor: role('group', 'Who speaks next') },
      'chat-scene-dialog': { waitFor: button(/^Bring back:/), act: press(/change the scene/) },
      'chat-add-character': {
        path: '/chat/{personas}',
        waitFor: button(/^Add Kit Tamura/),
        act: steps(inHeader('Add a character'), fill('Search characters', 'Kit Tamura')),
      },
      'chat-start-scene': {
        path: '/chat',
        waitFor: button(/^Chosen:/),
        act: steps(press('Start a scene'), press(/^Choose:/)),
      },
    },
  ),
  ...statesOf(
    { path: '/chat/{conversation}' },
    {
      'chat-move-to-folder': {
        waitFor: dialog,
        act: steps(openConversations, press(/^More about/), choose('Move to folder…')),
      },
      'chat-filter': { waitFor: role('combobox', 'Order'), act: steps(openConversations, press('Filter and sort')) },
      'chat-search': {
        waitFor: (page) => page.getByRole('region', { name: 'Messages' }).getByRole('link').first(),
        act: steps(openConversations, fill('Search conversations and messages', words)),
      },
      'palette-messages': {
        waitFor: (page) => page.getByRole('group', { name: 'Messages' }).getByRole('option').first(),
        act: steps(pressKey('Control+k'), fill(/jump to/i, words)),
      },
    },
  ),
]
