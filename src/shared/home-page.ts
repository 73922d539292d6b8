/** The placeholder in the built `home.html` that the server replaces with the user's name. */
export const namePlaceholder = '{{name}}'
