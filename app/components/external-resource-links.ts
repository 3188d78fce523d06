import { pageAddress } from './portal-links'

/** Addresses of the pages about one AWS account, for admins. */
export const rolesPage = (awsAccountId: string) => pageAddress('external-resources/roles', { awsAccountId })
/** The template of the account's roles, as a file. */
export const templateFile = (awsAccountId: string) =>
  pageAddress('external-resources/template', { awsAccountId })
export const awsAccountDeletePage = (id: string, name: string) =>
  pageAddress('external-resources/delete', { id, name })

/** Addresses of the pages about hosted zones. */
export const createHostedZonePage = '/portal/external-resources/create-hosted-zone'
export const hostedZoneDeletePage = (id: string, name: string) =>
  pageAddress('external-resources/delete-hosted-zone', { id, name })
export const linksPage = (id: string, name: string) => pageAddress('environments/links', { id, name })

/** Addresses of the pages about external networks. */
export const createExternalNetworkPage = '/portal/external-resources/create-external-network'
export const externalNetworkDeletePage = (id: string, name: string) =>
  pageAddress('external-resources/delete-external-network', { id, name })
