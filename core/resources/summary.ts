import { z } from 'zod'
import { isHealthy, isOnItsWayOut } from '../process/process-phases'
import type { AwsAccountStatus } from './aws-account'
import type { DeploymentStatus } from './deployment'
import type { EnvironmentStatus } from './environment'
import type { ExternalNetworkStatus } from './external-network'
import type { HostedZoneStatus } from './hosted-zone'

/**
 * Texts and times that follow from the rest of a status, for people to read at a glance. Kubernetes keeps them beside it, where the columns of
 * kubectl can show them, which count nothing and know no epochs. Nobody reads them back.
 */
export interface Summary<Status> {
  schema: z.ZodObject
  of(status: Status): Record<string, string | undefined>
}

const time = (what: string) => z.string().meta({ format: 'date-time' }).optional().describe(what)
const text = (what: string) => z.string().optional().describe(what)

const toTime = (epoch: number | undefined) =>
  epoch === undefined ? undefined : new Date(epoch).toISOString()

export const environmentSummary: Summary<EnvironmentStatus> = {
  schema: z.object({
    processes: text('Processes that are healthy, of those that are to stay.'),
    instances: text('Instances that run, of those that are to stay.'),
    spot: text('Spot instances, of those that are to stay.'),
    costPerHour: text('USD an hour of the instances that run.'),
    gap: text('How much more that is than the least that was proven to be needed, in percent.'),
  }),
  of({ processes, instances, costPerHour, proof }) {
    const staying = processes.filter((process) => !isOnItsWayOut(process))
    const healthy = staying.filter(isHealthy)
    const kept = instances.filter(({ phase }) => phase !== 'Draining' && phase !== 'Terminating')
    const running = kept.filter(({ phase }) => phase === 'Running')
    const onSpot = kept.filter(({ market }) => market === 'spot')
    return {
      processes: `${healthy.length}/${staying.length}`,
      instances: `${running.length}/${kept.length}`,
      spot: `${onSpot.length}/${kept.length}`,
      costPerHour: costPerHour.toFixed(4),
      gap: proof && proof.lowerBoundPerHour > 0 ? gapOf(proof) : undefined,
    }
  },
}

const gapOf = ({ costPerHour, lowerBoundPerHour }: NonNullable<EnvironmentStatus['proof']>) =>
  `${Math.max(0, (costPerHour / lowerBoundPerHour - 1) * 100).toFixed(1)}%`

export const deploymentSummary: Summary<DeploymentStatus> = {
  schema: z.object({
    step: text('The last of its steps that is done.'),
    started: time('When the controller began with it.'),
    finished: time('When it was live or had failed.'),
  }),
  of: ({ timeline = {}, startedEpoch, finishedEpoch }) => ({
    step: Object.entries(timeline)
      .sort(([, a], [, b]) => a - b)
      .at(-1)?.[0],
    started: toTime(startedEpoch),
    finished: toTime(finishedEpoch),
  }),
}

export const awsAccountSummary: Summary<AwsAccountStatus> = {
  schema: z.object({
    examined: time('When the roles were last examined.'),
    roles: text('Required roles that are as they should be, of all.'),
  }),
  of: ({ examinedEpoch, roles }) => ({
    examined: toTime(examinedEpoch),
    roles: roles.length > 0 ? `${roles.filter(isRight).length}/${roles.length}` : undefined,
  }),
}

const isRight = ({ diffs }: AwsAccountStatus['roles'][number]) =>
  Object.values(diffs).every((difference) =>
    Array.isArray(difference) ? difference.length === 0 : !difference,
  )

export const hostedZoneSummary: Summary<HostedZoneStatus> = {
  schema: z.object({
    read: time('When Route 53 was last asked for the zone.'),
    checked: time('When DNS last said to whom the name is delegated.'),
  }),
  of: ({ zone, checkedEpoch }) => ({ read: toTime(zone?.readEpoch), checked: toTime(checkedEpoch) }),
}

export const externalNetworkSummary: Summary<ExternalNetworkStatus> = {
  schema: z.object({
    ranges: text('The ranges of IPv4 addresses of the VPC.'),
    read: time('When AWS was last asked for the VPC.'),
  }),
  of: ({ vpc }) => ({ ranges: vpc?.cidrs.join(', '), read: toTime(vpc?.readEpoch) }),
}
