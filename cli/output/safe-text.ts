/** Text of others without what a terminal would obey. */
export const safeText = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')

/** The same on one line. */
export const safeLine = (text: string): string => safeText(text).replace(/\s+/g, ' ').trim()
