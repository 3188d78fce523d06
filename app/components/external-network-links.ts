import { pageAddress } from './page-address'

/** Addresses of the pages about external networks. */
export const createExternalNetworkPage = '/portal/external-resources/create-external-network'
export const externalNetworkDeletePage = (id: string, name: string) =>
  pageAddress('external-resources/delete-external-network', { id, name })
