import { pageAddress } from './page-address'

/** Addresses of the pages about one application. */
export const applicationPage = (id: string, name: string) => pageAddress('applications/detail', { id, name })
export const versionsPage = (id: string, name: string) =>
  pageAddress('applications/detail', { id, name, tab: 'versions' })
/** Its versions, with the environment to be chosen that one of them is deployed to. */
export const chooseEnvironmentPage = ({ id, name }: { id: string; name: string }, versionId: string) =>
  pageAddress('applications/detail', { id, name, tab: 'versions', deploy: versionId })
export const declareVersionPage = (id: string, name: string) =>
  pageAddress('applications/declare-version', { id, name })
export const applicationDeletePage = (id: string, name: string) =>
  pageAddress('applications/delete', { id, name })
