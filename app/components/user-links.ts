import { pageAddress } from './page-address'

/** Addresses of the pages about one user, or one token. */
export const userDeletePage = (id: string, name: string) => pageAddress('users/delete', { id, name })
export const adminCreatePage = (id: string, name: string) => pageAddress('users/make-admin', { id, name })
export const integrationUserPage = (id: string, name: string) =>
  pageAddress('users/integration', { id, name })
export const trustCreatePage = (id: string) => pageAddress('users/create-trust', { id })
export const trustDeletePage = (id: string) => pageAddress('users/delete-trust', { id })
export const tokenDeletePage = (id: string) => pageAddress('users/delete-token', { id })
