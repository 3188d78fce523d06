/** Text of others without what a terminal would obey. */
export const safeText = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')

/** The same on one line. */
export const safeLine = (text: string): string => safeText(text).replace(/\s+/g, ' ').trim()

/** Whatever a portal or a library quotes, a token is not told. */
export const hideTokens = (
  text: string,
  { token, identityToken }: { token?: string | undefined; identityToken?: string | undefined },
): string =>
  [token, identityToken].reduce<string>(
    (hidden, secret) => (secret === undefined ? hidden : hidden.replaceAll(secret, '…')),
    text,
  )
