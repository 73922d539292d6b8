/**
 * The module of undici that has its connection pool. The package's main module also loads its fetch, WebSocket and cache,
 * which take 4 MB.
 */
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}
