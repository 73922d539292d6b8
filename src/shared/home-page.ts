/** Stands in the built `home.html` where the server writes who is signed in. */
export const namePlace = '{{name}}'
