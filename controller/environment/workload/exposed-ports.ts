import { createHash } from 'node:crypto'
import type { EnvironmentStatus, LoadBalancerStatus } from '../../../core/resources/environment'
import type { Demand, Goal } from './goal'

/** One load balancer per environment, application and port. */
export interface ExposedPort {
  applicationId: string
  port: number
}

export const purposeOf = ({ applicationId, port }: ExposedPort): string => `lb/${applicationId}/${port}`

export function exposedPortOf(purpose: string | undefined): ExposedPort | undefined {
  const [, applicationId, port] = /^lb\/(.+)\/(\d+)$/.exec(purpose ?? '') ?? []
  return applicationId ? { applicationId, port: Number(port) } : undefined
}

export const isSamePort = (a: ExposedPort, b: ExposedPort): boolean =>
  a.applicationId === b.applicationId && a.port === b.port

/** The name in AWS, where it is unique per account and has at most 32 characters. */
export function loadBalancerNameOf(environment: string, exposed: ExposedPort): string {
  const identity = `${environment}/${purposeOf(exposed)}`
  return `sdo-${createHash('sha256').update(identity).digest('hex').slice(0, 24)}`
}

export const exposedPortsOf = (demands: Demand[]): (ExposedPort & { applicationName: string })[] =>
  demands.flatMap(({ application }) =>
    application.ports.map(({ port }) => ({
      applicationId: application.applicationId,
      applicationName: application.name,
      port,
    })),
  )

/** Ports that need a load balancer: what is to run, and what runs until it has been drained. */
export function neededPorts(goal: Goal, { processes }: Pick<EnvironmentStatus, 'processes'>): ExposedPort[] {
  const running = processes.flatMap(({ applicationId, ports }) =>
    ports.map(({ port }) => ({ applicationId, port })),
  )
  return [...exposedPortsOf([...goal.wanted, ...goal.fallback]), ...running]
}

/** Also for who was just told by AWS that it does not exist: one that does is found again by its name. */
export function forgetTargetGroup(entry: LoadBalancerStatus): void {
  delete entry.targetGroupId
  delete entry.url
}
