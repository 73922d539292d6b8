/** The pool alone: `import { Pool } from 'undici'` also loads its fetch, cache and WebSocket. */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici'
  export default Pool
}
