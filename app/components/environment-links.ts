import { pageAddress } from './portal-links'

/** Addresses of the pages about one environment. */
export const environmentPage = (id: string, name: string) => pageAddress('environments/detail', { id, name })
export const environmentLogsPage = (id: string, name: string) =>
  pageAddress('environments/detail', { id, name, tab: 'logs' })
/** The stream of what comes to the log that a page shows. */
export const logEventsAddress = (id: string, part: string, severity: string) =>
  pageAddress('environments/log-events', { id, part, severity })
export const environmentResourcesPage = (id: string, name: string) =>
  pageAddress('environments/detail', { id, name, tab: 'resources' })
export const environmentCostPage = (id: string, name: string) =>
  pageAddress('environments/detail', { id, name, tab: 'cost' })
export const environmentUsagePage = (id: string, name: string, range?: string) =>
  pageAddress('environments/detail', { id, name, tab: 'usage', range })
/** Of one application alone, with its processes. */
export const applicationUsagePage = (
  { id, name }: { id: string; name: string },
  applicationId: string,
  range?: string,
) => pageAddress('environments/detail', { id, name, tab: 'usage', application: applicationId, range })
/** Of one process alone. */
export const processUsagePage = (
  { id, name }: { id: string; name: string },
  processId: string,
  range?: string,
) => pageAddress('environments/detail', { id, name, tab: 'usage', process: processId, range })
export const environmentWhyPage = (id: string, name: string) =>
  pageAddress('environments/detail', { id, name, tab: 'why' })
export const teamCostPage = '/portal/environments/cost'
/** What they cost by day, as files of /v1. */
export const environmentCostFile = (id: string) => `/v1/view-controller/environment/${id}/cost/csv`
export const teamCostFile = '/v1/view-controller/cost/csv'
export const environmentRenamePage = (id: string, name: string) =>
  pageAddress('environments/detail', { id, name, rename: 'yes' })
export const environmentSettingsPage = (id: string, name: string) =>
  pageAddress('environments/detail', { id, name, tab: 'settings' })
export const deploymentPage = (id: string, name: string) =>
  pageAddress('environments/create-deployment', { id, name })
/** Its Promote tab, with the environment that is chosen to promote from. */
export const promotePage = (
  { id, name }: { id: string; name: string },
  { environmentId }: { environmentId: string },
) => pageAddress('environments/create-deployment', { id, name, tab: 'promote', from: environmentId })
/** That page, with one application alone and ticked, and a version of it chosen. */
export const deployApplicationPage = (
  { id, name }: { id: string; name: string },
  application: { id: string; name: string },
  versionId?: string,
) =>
  pageAddress('environments/create-deployment', {
    id,
    name,
    ...deployQuery(application, versionId),
  })
/** Its parameters beside those of the environment. */
export const deployQuery = (
  application: { id: string; name: string },
  versionId?: string,
): Record<string, string | undefined> => ({
  application: application.id,
  filter: application.name,
  version: versionId,
})
export const deploymentLogPage = (id: string, name: string) =>
  pageAddress('environments/create-deployment', { id, name, tab: 'logs' })
export const deploymentHistoryPage = (id: string, name: string) =>
  pageAddress('environments/detail', { id, name, tab: 'deployments' })
export const deploymentDetailPage = (id: string, deploymentId: string) =>
  pageAddress('environments/deployment', { id, deploymentId })
export const revertPage = (id: string, environmentVersionId: string) =>
  pageAddress('environments/revert', { id, environmentVersionId })
export const removeApplicationPage = (id: string, applicationId: string) =>
  pageAddress('environments/remove-application', { id, applicationId })
export const scalePage = (id: string, applicationId: string) =>
  pageAddress('environments/scale', { id, applicationId })
/** Lines of a search as a file of /v1. */
export const outputFile = (id: string, parameters: Record<string, string>) =>
  `/v1/environment/${id}/output/text?${new URLSearchParams(parameters).toString()}`
/** What the processes of an environment print. */
export const environmentOutputPage = (id: string) => pageAddress('environments/output', { id })
export const deploymentOutputPage = (id: string, deploymentId: string) =>
  pageAddress('environments/output', { id, deploymentId })
export const processOutputPage = (id: string, processId: string) =>
  pageAddress('environments/output', { id, processId })
export const environmentDeletePage = (id: string, name: string) =>
  pageAddress('environments/delete', { id, name })
export const deletedEnvironmentsPage = '/portal/environments/deleted'
export const deletedEnvironmentPage = (id: string, name: string) =>
  pageAddress('environments/deleted-environment', { id, name })
