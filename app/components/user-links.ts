const withQuery = (path: string, parameters: Record<string, string>) =>
  `/portal/users/${path}?${new URLSearchParams(parameters).toString()}`

/** Addresses of the pages about one user, or one token. */
export const userDeletePage = (id: string, name: string) => withQuery('delete', { id, name })
export const integrationUserPage = (id: string, name: string) => withQuery('integration', { id, name })
export const tokenDeletePage = (id: string) => withQuery('delete-token', { id })
