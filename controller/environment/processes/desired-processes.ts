import type { DesiredProcess } from '../../../core/agent/protocol'
import { injectedName, urlVariable } from '../../../core/application/environment-variables'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { EnvironmentSpec, EnvironmentStatus, ProcessStatus } from '../../../core/resources/environment'
import { digestOf } from './image-digests'
import type { Demand } from '../workload/goal'
import { processSettingsOf } from '../workload/release'

/** Facts about the environment that its processes are told. */
interface EnvironmentFacts {
  displayName: EnvironmentSpec['displayName']
  loadBalancers: EnvironmentStatus['loadBalancers']
  wanted: Demand[]
  imageDigests: EnvironmentStatus['imageDigests']
  logGroups?: EnvironmentStatus['logGroups']
  /** The trace of a deployment, by its name. */
  traceIdOf?: (deployment: string) => string | undefined
}

/** A process as its agent is asked to run it. */
export const toDesiredProcess = (
  process: ProcessStatus,
  application: ApplicationSpec,
  facts: EnvironmentFacts,
): DesiredProcess => ({
  id: process.id,
  applicationId: application.applicationId,
  applicationName: application.name,
  versionName: application.versionName,
  image: application.image,
  tag: application.tag,
  digest: digestOf(facts, application),
  cpu: application.cpu,
  memoryMb: application.memoryMb,
  ports: application.ports.map(({ port }) => port),
  environment: { ...application.environmentVariables, ...environmentOf(application, facts) },
  secrets: application.secrets ?? {},
  logGroup: facts.logGroups?.find(({ applicationId }) => applicationId === application.applicationId)?.name,
  roles: application.roles,
  registryCredentials: application.registryCredentials,
  ...processSettingsOf(application),
  traceId: facts.traceIdOf?.(process.deployment),
})

/**
 * Variables of a process. Addresses of other applications are those known when it is started: `SDO_URL_<APPLICATION>_<PORT>`; a load
 * balancer made later is not told to processes that run already.
 */
function environmentOf(
  application: ApplicationSpec,
  { displayName, loadBalancers, wanted }: EnvironmentFacts,
): Record<string, string> {
  const urls = loadBalancers.flatMap(({ applicationId, port, url }) => {
    const other = wanted.find((demand) => demand.application.applicationId === applicationId)
    if (!url || !other || applicationId === application.applicationId) return []
    return [[urlVariable(other.application.name, port), url]]
  })
  return {
    SDO_ENVIRONMENT_NAME: injectedName(displayName),
    SDO_APPLICATION_NAME: injectedName(application.name),
    SDO_VERSION_NAME: injectedName(application.versionName),
    ...(Object.fromEntries(urls) as Record<string, string>),
  }
}
