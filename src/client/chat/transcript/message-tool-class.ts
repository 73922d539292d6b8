export const messageToolClass =
  '-my-3 size-8 rounded-sm opacity-0 transition-opacity duration-150 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-70'
