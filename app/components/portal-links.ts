/** The address of a page of the portal: `users/delete` about what `parameters` name; one that is undefined is left out. */
export function pageAddress(page: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== undefined)
  return `/portal/${page}?${new URLSearchParams(given).toString()}`
}

/** Addresses of the pages about one application. */
export const applicationPage = (id: string, name: string) => pageAddress('applications/detail', { id, name })
/** Its configuration, with a size in the form that is not saved yet. */
export const sizedApplicationPage = (
  { id, name }: { id: string; name: string },
  { cpuCount, memoryMb }: { cpuCount: number; memoryMb: number },
) =>
  pageAddress('applications/detail', {
    ...{ id, name },
    ...{ cpuCount: String(cpuCount), memoryMb: String(memoryMb) },
  })
export const versionsPage = (id: string, name: string) =>
  pageAddress('applications/detail', { id, name, tab: 'versions' })
export const applicationUsagePage = (id: string, name: string, range?: string) =>
  pageAddress('applications/detail', { id, name, tab: 'usage', range })
/** Its versions, with the environment to be chosen that one of them is deployed to. */
export const chooseEnvironmentPage = ({ id, name }: { id: string; name: string }, versionId: string) =>
  pageAddress('applications/detail', { id, name, tab: 'versions', deploy: versionId })
export const declareVersionPage = (id: string, name: string) =>
  pageAddress('applications/declare-version', { id, name })
export const applicationDeletePage = (id: string, name: string) =>
  pageAddress('applications/delete', { id, name })

/** Addresses of the pages about one user, or one token. */
export const userDeletePage = (id: string, name: string) => pageAddress('users/delete', { id, name })
export const adminCreatePage = (id: string, name: string) => pageAddress('users/make-admin', { id, name })
export const integrationUserPage = (id: string, name: string) =>
  pageAddress('users/integration', { id, name })
export const trustCreatePage = (id: string) => pageAddress('users/create-trust', { id })
export const trustDeletePage = (id: string) => pageAddress('users/delete-trust', { id })
export const tokenDeletePage = (id: string) => pageAddress('users/delete-token', { id })
