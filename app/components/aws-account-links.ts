import { pageAddress } from './page-address'

/** Addresses of the pages about one AWS account, for admins. */
export const rolesPage = (awsAccountId: string) => pageAddress('external-resources/roles', { awsAccountId })
export const awsAccountDeletePage = (id: string, name: string) =>
  pageAddress('external-resources/delete', { id, name })
