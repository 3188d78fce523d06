/** Address of the page with the roles of an AWS account, for admins. */
export const rolesPage = (awsAccountId: string) =>
  `/portal/external-resources/roles?${new URLSearchParams({ awsAccountId }).toString()}`
