import type { z } from 'zod'
import type { accountEventApi } from './account-events.ts'
import type { profileApi, settingsApi, signInApi } from './accounts.ts'
import type { alertApi } from './alerts.ts'
import type { apiKeyApi } from './api-keys.ts'
import type { auditApi } from './audit.ts'
import type { billingApi, ownSubscriptionApi, sandboxApi } from './billing.ts'
import type { branchApi } from './branches.ts'
import type { cardApi } from './character-cards.ts'
import type { characterUpdateApi, revisionApi } from './character-revisions.ts'
import type { characterApi, characterListApi } from './characters.ts'
import type { conversationApi, participantApi } from './conversations.ts'
import type { embedApi } from './embeds.ts'
import type { flagApi } from './flags.ts'
import type { folderApi } from './folders.ts'
import type { imageApi, imageConnectionApi, uploadApi } from './images.ts'
import type { invitationApi } from './invitations.ts'
import type { localModelApi } from './local-models.ts'
import type { characterLorebookApi, lorebookApi } from './lorebooks.ts'
import type { memoryApi } from './memory.ts'
import type { messageSearchApi } from './message-search.ts'
import type { modelApi } from './models.ts'
import type { moderationApi, suspensionApi } from './moderation.ts'
import type { statisticsApi } from './moderation-stats.ts'
import type { noteApi } from './notes.ts'
import type { noticeApi } from './notices.ts'
import type { overviewApi } from './overview.ts'
import type { personaApi } from './personas.ts'
import type { quickReplyApi } from './quick-replies.ts'
import type { ParamNames } from './routes.ts'
import type { screeningApi } from './safety.ts'
import type { siteSettingsApi } from './settings.ts'
import type { mailApi, oidcApi, passkeyApi, signInMethodApi } from './sign-in.ts'
import type { sitePageApi } from './site-pages.ts'
import type { exportApi, importApi } from './transcripts.ts'
import type { turnApi } from './turns.ts'
import type { userApi } from './users.ts'
import type { versionApi } from './versions.ts'
import type { voiceApi, voiceConnectionApi } from './voices.ts'
import type { webhookApi } from './webhooks.ts'

/** All routes, by method and address. The client imports the type only, so that it loads no schema. */
type Api = typeof accountEventApi &
  typeof alertApi &
  typeof apiKeyApi &
  typeof auditApi &
  typeof billingApi &
  typeof branchApi &
  typeof cardApi &
  typeof characterApi &
  typeof characterListApi &
  typeof characterUpdateApi &
  typeof characterLorebookApi &
  typeof conversationApi &
  typeof embedApi &
  typeof exportApi &
  typeof flagApi &
  typeof folderApi &
  typeof imageApi &
  typeof imageConnectionApi &
  typeof importApi &
  typeof invitationApi &
  typeof localModelApi &
  typeof lorebookApi &
  typeof mailApi &
  typeof memoryApi &
  typeof messageSearchApi &
  typeof modelApi &
  typeof moderationApi &
  typeof noteApi &
  typeof noticeApi &
  typeof oidcApi &
  typeof overviewApi &
  typeof ownSubscriptionApi &
  typeof participantApi &
  typeof passkeyApi &
  typeof personaApi &
  typeof profileApi &
  typeof quickReplyApi &
  typeof revisionApi &
  typeof sandboxApi &
  typeof screeningApi &
  typeof settingsApi &
  typeof signInApi &
  typeof signInMethodApi &
  typeof sitePageApi &
  typeof siteSettingsApi &
  typeof statisticsApi &
  typeof suspensionApi &
  typeof turnApi &
  typeof uploadApi &
  typeof userApi &
  typeof versionApi &
  typeof voiceApi &
  typeof voiceConnectionApi &
  typeof webhookApi

export type RouteName = keyof Api

type Input<Name extends RouteName, Part extends 'params' | 'query' | 'body'> =
  Api[Name] extends Record<Part, infer Schema extends z.ZodType>
    ? object extends z.input<Schema>
      ? { [P in Part]?: z.input<Schema> }
      : { [P in Part]: z.input<Schema> }
    : unknown

type Params<Name extends RouteName> = [ParamNames<Name>] extends [never]
  ? unknown
  : Api[Name] extends Record<'params', z.ZodType>
    ? Input<Name, 'params'>
    : { params: Record<ParamNames<Name>, string> }

/** What a request to the route carries. */
export type RequestOf<Name extends RouteName> = Params<Name> & Input<Name, 'query'> & Input<Name, 'body'>

/** What the route answers with; nothing if that is empty. */
export type ResponseOf<Name extends RouteName> =
  Api[Name] extends Record<'response', infer Schema extends z.ZodType> ? z.output<Schema> : undefined
