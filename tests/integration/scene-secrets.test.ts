import { expect, test } from 'vitest'
import { seededRandom } from '#engine/seeded-random.ts'
import { createSceneCharacters, SceneStory } from '#tests/support/scene-story.ts'
import { createSharedApp } from '#tests/support/test-app.ts'

const secrets = process.env.TEST_DB === 'postgres' ? 15 : 50

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '10000' }, upstream: { tokens: 4 } })
const player = await app.signUp()

test('secrets said before random audiences are in no prompt of a character that was not present', async () => {
  const random = seededRandom('secrets')
  /** The whole requests, whatever part of them the text is in. */
  const prompts = () => app.upstream.requests.map(({ body }) => body)
  const characters = await createSceneCharacters(player)
  const story = await SceneStory.begin({ app, player, random, prompts }, characters)

  for (let index = 0; index < secrets; index += 1) {
    for (let changes = Math.floor(random() * 3); changes > 0; changes -= 1) await story.change()
    const secret = `SECRET-${index}-END`
    await story.say(secret, `${secret}. ${story.pick(characters).name}?`)
  }
  // Every character comes back and is asked.
  for (const { id } of characters) if (!story.present.includes(id)) await story.join(id)
  for (const { id } of characters) {
    await story.send('What do you know?', id)
    await story.inspect(async () => {
      await player.post(`${story.url}/replies`, { messageId: story.page.messages.at(-1)?.id })
      await player.post(`${story.url}/draft`, {})
    })
    await story.open()
  }
  expect(story.leaks).toBe(0)
  // Those who were present have them: prompts without any history would pass the check above as well.
  expect(story.known).toBeGreaterThan(secrets)
})
