/** Where the portal shows a deployment, without its own address. */
export const deploymentPath = (environmentId: string, deploymentId: string): string =>
  `/portal/environments/deployment?${new URLSearchParams({ id: environmentId, deploymentId }).toString()}`
