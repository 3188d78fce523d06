/** Pages of the documentation by pages of the portal: the first that its address begins with. */
export const docsByPage: [page: string, docs: string][] = [
  ['/portal/applications/declare-version', '/docs/applications#declare-a-version'],
  ['/portal/applications/delete', '/docs/applications#delete-an-application'],
  ['/portal/applications', '/docs/applications'],
  ['/portal/environments/deployment', '/docs/deployments'],
  ['/portal/environments/create-deployment', '/docs/deployments'],
  ['/portal/environments/revert', '/docs/deployments#revert'],
  ['/portal/environments/remove-application', '/docs/deployments#patch'],
  ['/portal/environments/delete', '/docs/environments#rename-and-delete'],
  ['/portal/environments/links', '/docs/external-resources#link-names-to-an-environment'],
  ['/portal/environments/scale', '/docs/environments#process-overrides'],
  ['/portal/environments/output', '/docs/environments#what-processes-print'],
  ['/portal/environments', '/docs/environments'],
  ['/portal/external-resources/create', '/docs/external-resources#aws-accounts'],
  ['/portal/external-resources/roles', '/docs/external-resources#status-of-an-account'],
  ['/portal/external-resources/delete', '/docs/external-resources#delete-an-account'],
  ['/portal/external-resources/delete-hosted-zone', '/docs/external-resources#hosted-zones'],
  ['/portal/external-resources/create-hosted-zone', '/docs/external-resources#hosted-zones'],
  ['/portal/external-resources/create-external-network', '/docs/external-networks'],
  ['/portal/external-resources/delete-external-network', '/docs/external-networks'],
  ['/portal/external-resources', '/docs/external-resources'],
  ['/portal/notifications', '/docs/notifications'],
  ['/portal/users/create', '/docs/users#add-a-person'],
  ['/portal/users/make-admin', '/docs/users#who-may-do-what'],
  ['/portal/users/create-integration', '/docs/users#add-an-integration-user'],
  ['/portal/users/integration', '/docs/users#add-an-integration-user'],
  ['/portal/users/create-trust', '/docs/cicd-integration#without-a-stored-token'],
  ['/portal/users/delete-trust', '/docs/cicd-integration#without-a-stored-token'],
  ['/portal/users/delete-token', '/docs/cicd-integration#rotate-a-token'],
  ['/portal/users', '/docs/users'],
  ['/portal/device', '/docs/cicd-integration/command-line#log-in'],
  ['/portal/security', '/docs/users#your-own-login'],
  ['/portal/audit-log', '/docs/users#audit-log'],
  ['/portal/account', '/docs/users#the-account-of-your-team'],
]

/** Where the documentation of a page of the portal is; undefined for pages outside it. */
export function docsOf(pathname: string): string | undefined {
  const path = pathname.toLowerCase()
  return docsByPage.find(([page]) => path === page || path.startsWith(`${page}/`))?.[1]
}
