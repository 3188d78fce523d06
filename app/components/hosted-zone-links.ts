import { pageAddress } from './page-address'

/** Addresses of the pages about hosted zones. */
export const createHostedZonePage = '/portal/external-resources/create-hosted-zone'
export const hostedZoneDeletePage = (id: string, name: string) =>
  pageAddress('external-resources/delete-hosted-zone', { id, name })
export const linksPage = (id: string, name: string) => pageAddress('environments/links', { id, name })
