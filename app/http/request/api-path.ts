/** Whether a path is one of /v1, which is answered as programs expect it, whatever the method and content, and whether it exists. */
export const isApiPath = (path: string): boolean => /^\/v1(\/|$)/i.test(path)
