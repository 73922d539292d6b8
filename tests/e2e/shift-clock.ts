// Preloaded with `node --import` into an unmodified server: each SIGUSR2 moves its clock forward by 35 days.
const days = 24 * 60 * 60 * 1000
const now = Date.now
let offset = 0
Date.now = () => now() + offset
process.on('SIGUSR2', () => {
  offset += 35 * days
})
