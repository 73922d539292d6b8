/** The margins of every page but chat. */
export const pageMargins = 'w-full max-w-[1280px] flex-1 px-4 pt-6 pb-16 outline-none sm:px-8 md:pt-9 lg:px-11'
