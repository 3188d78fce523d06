/** Which page of the documentation is about which page of the portal: the first that its address begins with. */
export const docsByPage: [page: string, docs: string][] = [
  ['/portal/applications/declare-version', '/docs/applications#declare-a-version'],
  ['/portal/applications', '/docs/applications'],
  ['/portal/environments/deployments', '/docs/deployments#history'],
  ['/portal/environments/deployment', '/docs/deployments'],
  ['/portal/environments/create-deployment', '/docs/deployments'],
  ['/portal/environments/revert', '/docs/deployments#revert'],
  ['/portal/environments/links', '/docs/external-resources#link-names-to-an-environment'],
  ['/portal/environments/output', '/docs/environments#what-processes-print'],
  ['/portal/environments', '/docs/environments'],
  ['/portal/external-resources/create-hosted-zone', '/docs/external-resources#hosted-zones'],
  ['/portal/external-resources/create-external-network', '/docs/external-networks'],
  ['/portal/external-resources/delete-external-network', '/docs/external-networks'],
  ['/portal/external-resources', '/docs/external-resources'],
  ['/portal/notifications', '/docs/notifications'],
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
