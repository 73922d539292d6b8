import { branchCommands } from './branch-commands.ts'
import type { ChatCommand } from './command.ts'
import { conversationCommands } from './conversation-commands.ts'
import { folderCommands } from './folder-commands.ts'
import { listCommands } from './list-commands.ts'
import { memoryCommands } from './memory-commands.ts'
import { messageCommands } from './message-commands.ts'
import { noteCommands } from './note-commands.ts'
import { readingCommands } from './reading-commands.ts'
import { sceneCommands } from './scene-commands.ts'

/** All commands as the help groups them. */
export const commandGroups: readonly { title: string; commands: readonly ChatCommand[] }[] = [
  { title: 'Messages', commands: messageCommands },
  { title: 'Branches', commands: branchCommands },
  { title: 'Who takes part', commands: sceneCommands },
  { title: 'Notes for the story', commands: noteCommands },
  { title: 'Memory', commands: memoryCommands },
  { title: 'This conversation', commands: conversationCommands },
  { title: 'Your conversations', commands: [...listCommands, ...folderCommands] },
  { title: 'Reading and writing', commands: readingCommands },
]

export const commands: readonly ChatCommand[] = commandGroups.flatMap((group) => group.commands)
