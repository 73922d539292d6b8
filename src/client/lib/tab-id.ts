/** The id of this tab, so that it ignores the events of its own changes. */
export const tabId = Math.random().toString(36).slice(2, 12)
