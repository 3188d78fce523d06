const withQuery = (path: string, parameters: Record<string, string>) =>
  `/portal/environments/${path}?${new URLSearchParams(parameters).toString()}`

/** Addresses of the pages about one environment. */
export const environmentPage = (id: string, name: string) => withQuery('detail', { id, name })
export const deploymentPage = (id: string, name: string) => withQuery('create-deployment', { id, name })
export const removeApplicationPage = (id: string, applicationId: string) =>
  withQuery('remove-application', { id, applicationId })
export const environmentDeletePage = (id: string, name: string) => withQuery('delete', { id, name })
