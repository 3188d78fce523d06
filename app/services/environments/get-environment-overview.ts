import { billedOf } from '../../../core/resources/billed'
import type { ApplicationSpec } from '../../../core/resources/application'
import { scalingBoundsOf } from '../../../core/application/scaling-bounds'
import { vcpuShortage } from '../../../core/resources/vcpu-shortage'
import { withOverride } from '../../../core/deployment/with-override'
import { AwsAccount } from '../../../db/models/aws-account'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { listLastDeployments } from '../../../db/queries/last-deployments'
import { listProcessCounts } from '../../../db/queries/process-counts'
import { readNames, renamed } from '../../../db/read-names'
import type { HumanActor } from '../actor/actor'
import { byText } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import { readEnvironmentContents } from '../environment-contents/environment-contents'
import { gapOf, readFleetHistory } from './fleet-history'
import { listOpenDeployments } from './list-open-deployments'
import { overviewCost } from './overview-cost'
import { readInstances } from './overview-instances'
import type { EnvironmentOverview, OverviewApplication } from './overview-views'
import { readLoadBalancers, wildcardsAmong } from './read-load-balancers'
import { readSleepView } from './sleep-view'
import { requireOwn } from '../access/own'

/** Overview of an environment: applications, instances and cost, as far as the controller has said. */
export async function getEnvironmentOverview(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<EnvironmentOverview> {
  const environment = await requireOwn('environment', actor, id)
  const { processes = [], outages = [], scaling = [] } = environment.status ?? {}
  const addresses = await readLoadBalancers(environment)
  const counts = await listProcessCounts(sequelize, environment.id)
  const contents = await readEnvironmentContents(environment.id)
  const names = await readNames([...contents.live, ...(contents.deploying ?? [])])
  const withNames = (specs: ApplicationSpec[]) => specs.map((spec) => renamed(spec, names))
  const live = withNames(contents.live)
  const deploying = contents.deploying ? withNames(contents.deploying) : live
  const { overrides } = await readEnvironmentSettings(environment)
  const lastDeployments = await listLastDeployments(sequelize, {
    applicationIds: live.map(({ applicationId }) => applicationId),
    environmentIds: [environment.id],
  })

  const account = await AwsAccount.findByPk(environment.awsAccountId)
  const shortage = vcpuShortage(
    account?.status?.preflight,
    deploying.map((spec) => withOverride(spec, overrides)),
    environment.spotStrategy,
  )

  const countsOf = (id: string) => counts.find(({ applicationId }) => applicationId === id)
  const specIn = (specs: ApplicationSpec[], id: string) =>
    specs.find(({ applicationId }) => applicationId === id)

  function scalingOf(spec: ApplicationSpec): Pick<OverviewApplication, 'scaling' | 'schedule'> {
    const now = scaling.find(({ applicationId }) => applicationId === spec.applicationId)
    const schedule = now?.schedule && { schedule: now.schedule }
    const bounds = scalingBoundsOf(spec, now?.schedule?.processes)
    if (!bounds) return { ...schedule }
    const { min, max, targets } = bounds
    const { usedPercentage, usedRequests, usedMeasure = 'cpu', sinceEpoch, isBlind, isShort } = now ?? {}
    const isByUse = usedPercentage !== undefined || usedRequests !== undefined
    return {
      ...schedule,
      scaling: {
        ...{ min, max },
        ...(targets.cpu && { targetPercentage: Math.round(100 * targets.cpu) }),
        ...(targets.memory && { targetMemoryPercentage: Math.round(100 * targets.memory) }),
        ...(targets.requests && { targetRequests: targets.requests }),
        ...(usedPercentage !== undefined && { usedPercentage }),
        ...(usedRequests !== undefined && { usedRequests }),
        ...(isByUse && { usedMeasure, sinceEpoch }),
        ...(isBlind && { isBlind }),
        ...(isShort && { isShort }),
      },
    }
  }

  function toApplication(spec: ApplicationSpec): OverviewApplication {
    const { applicationId, name } = spec
    const before = specIn(live, applicationId)
    const after = specIn(deploying, applicationId)
    const downSince = outages.find((outage) => outage.applicationId === applicationId)?.sinceEpoch
    const own = addresses.filter((one) => one.applicationId === applicationId)
    const { numHealthy = 0, count = 0, isUnstable = false } = countsOf(applicationId) ?? {}
    const sumOf = (figure: 'restarts' | 'memoryKills') =>
      processes
        .filter((process) => process.applicationId === applicationId)
        .reduce((sum, process) => sum + (process[figure] ?? 0), 0)
    const [restarts, memoryKills] = [sumOf('restarts'), sumOf('memoryKills')]
    return {
      applicationId,
      applicationName: name,
      liveVersionName: before?.versionName,
      liveSinceEpoch: lastDeployments
        .find((last) => last.applicationId === applicationId)
        ?.deployedAt.getTime(),
      ...(after && after.versionId !== before?.versionId && { deployingVersionName: after.versionName }),
      numHealthy,
      numWanted: count,
      ...scalingOf(withOverride(after ?? before ?? spec, overrides)),
      ...(downSince !== undefined && { downSinceEpoch: downSince }),
      ...(isUnstable && { isUnstable }),
      ...(restarts > 0 && { restarts }),
      ...(memoryKills > 0 && { memoryKills }),
      urls: own.flatMap(({ urls }) => urls),
      ...wildcardsAmong(own),
    }
  }

  return {
    sleep: await readSleepView(sequelize, environment, clock.now()),
    openDeployments: await listOpenDeployments(sequelize, environment.id),
    applications: [...new Map([...live, ...deploying].map((spec) => [spec.applicationId, spec])).values()]
      .map(toApplication)
      .sort(byText(({ applicationName }) => applicationName)),
    ...(shortage !== undefined && { vcpuShortage: shortage }),
    instances: await readInstances(environment),
    costPerHour: overviewCost({
      ...billedOf(environment.status),
      goesOnWithout: environment.goesOnWithout,
      applications: deploying
        .map(({ applicationId, cpu, memoryMb }) => ({
          cpu,
          memoryMb,
          count: countsOf(applicationId)?.count ?? 0,
        }))
        .filter(({ count }) => count > 0),
    }),
    gapPercentage: gapOf(environment),
    ...(await readFleetHistory(sequelize, environment, clock.now())),
  }
}
