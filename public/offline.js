// Opens the page that offline.html stands for once the server answers again. The event of a connection that is back comes
// too early: requests may still fail then.
setInterval(async () => {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer?.ok) location.reload()
}, 3_000)
