import { pageAddress } from './page-address'

/** Addresses of the pages about one application. */
export const applicationPage = (id: string, name: string) => pageAddress('applications/detail', { id, name })
export const declareVersionPage = (id: string, name: string) =>
  pageAddress('applications/declare-version', { id, name })
export const applicationDeletePage = (id: string, name: string) =>
  pageAddress('applications/delete', { id, name })
