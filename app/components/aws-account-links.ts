import { pageAddress } from './page-address'

/** Addresses of the pages about one AWS account, for admins. */
export const rolesPage = (awsAccountId: string) => pageAddress('external-resources/roles', { awsAccountId })
/** The template of the account's roles, as a file. */
export const templateFile = (awsAccountId: string) =>
  pageAddress('external-resources/template', { awsAccountId })
export const awsAccountDeletePage = (id: string, name: string) =>
  pageAddress('external-resources/delete', { id, name })
