// Opens the page that offline.html stands for as soon as the connection is back.
addEventListener('online', () => location.reload())
