/** Whether a path is one of /v1, which is answered as programs expect it, whatever the method and content, and whether it exists. */
export const isApiPath = (path: string): boolean => /^\/v1(\/|$)/i.test(path)

/** React Router compares decoded paths, and its `*` takes no line break: escaped twice, every path reaches the route of /v1. */
export const escapeApiPath = (address: string): string =>
  address.includes('%') ? address.replace(/^[^?]*/, (path) => path.replaceAll('%', '%25')) : address
