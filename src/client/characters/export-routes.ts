/** The routes that export a character as a card, by the kind of file. */
export const exportRoutes = {
  PNG: 'GET /api/characters/:id/card.png',
  JSON: 'GET /api/characters/:id/card.json',
  CHARX: 'GET /api/characters/:id/card.charx',
} as const
