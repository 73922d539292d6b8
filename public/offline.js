// Reloads once the server answers again, which opens the page that was asked for. The browser's `online` event comes too
// early: requests may still fail then.
setInterval(async () => {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer?.ok) location.reload()
}, 3_000)
