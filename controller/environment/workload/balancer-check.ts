import { isOnItsWayOut } from '../../../core/process/process-phases'
import { isDeepStrictEqual } from 'node:util'
import { healthCheckOf, type HealthCheck } from '../../../core/application/run-settings'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { Deployment } from '../../../core/resources/deployment'
import type { EnvironmentStatus, LoadBalancerStatus } from '../../../core/resources/environment'
import type { TargetHealthCheck } from '../../cloud/cloud'
import type { Goal } from './goal'
import { applicationOf } from './application-of'
import { networkOf, workloadIn } from './places'
import { isSameSlot } from './listener-ports'

/** Whatever an Application Load Balancer can be told to take: that somebody answers. */
const anyAnswer = '200-499'

const toBalancer = ({ path, statuses, intervalSeconds }: HealthCheck): TargetHealthCheck => ({
  path,
  statuses,
  intervalSeconds,
})

/** How target groups ask when they are made. */
export const defaultBalancerCheck: TargetHealthCheck = toBalancer(healthCheckOf({}))

/**
 * How a load balancer asks processes with these health checks, the newest first. It asks all of them alike, and with a Host of its own:
 * where that suits not all of them, any answer counts, and their agents say which of them are well.
 */
export function balancerCheckOf([newest, ...others]: HealthCheck[]): TargetHealthCheck {
  if (!newest) return defaultBalancerCheck
  const wanted = toBalancer(newest)
  const isMixed = others.some((other) => !isDeepStrictEqual(toBalancer(other), wanted))
  const hasOwnHost = [newest, ...others].some(({ host }) => host !== '')
  return isMixed || hasOwnHost ? { ...wanted, statuses: anyAnswer } : wanted
}

/** The health checks that the load balancer of a port has to suit: of what is to run, and of what still runs behind it. */
export function wantedBalancerCheck(
  pass: { goal: Goal; deployments: Deployment[] },
  status: EnvironmentStatus,
  entry: LoadBalancerStatus,
): TargetHealthCheck {
  const { applicationId } = entry
  const network = networkOf(status, entry)
  // Where one port takes the place of another, the processes of both are asked by one group.
  const ports = [entry, ...status.loadBalancers.filter((one) => isSameSlot(one, entry))].map(
    ({ port }) => port,
  )
  const running = network ? workloadIn(status, network).processes : []
  const applications: (ApplicationSpec | undefined)[] = [
    ...[...pass.goal.wanted, ...pass.goal.fallback].map(({ application }) => application),
    ...running
      .filter((process) => process.applicationId === applicationId && !isOnItsWayOut(process))
      .map((process) => applicationOf(pass, process)),
  ]
  return balancerCheckOf(
    applications
      .filter((one) => one !== undefined)
      .filter(
        (one) => one.applicationId === applicationId && one.ports.some((own) => ports.includes(own.port)),
      )
      .map(healthCheckOf),
  )
}
