const withQuery = (path: string, parameters: Record<string, string>) =>
  `/portal/applications/${path}?${new URLSearchParams(parameters).toString()}`

/** Addresses of the pages about one application. */
export const applicationPage = (id: string, name: string) => withQuery('detail', { id, name })
export const declareVersionPage = (id: string, name: string) => withQuery('declare-version', { id, name })
export const applicationDeletePage = (id: string, name: string) => withQuery('delete', { id, name })
