import rules from './.dependency-cruiser.mjs'

/** Folders that import each other in a cycle. A rule about folders cannot leave tests out, so it has a run without them. */
export default {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Move what both need into the lower folder, or pass it as an argument.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...rules.options, exclude: { path: '\\.test\\.tsx?$' } },
}
