import type { TargetHealth } from '../../cloud/cloud'

/**
 * Why a load balancer sends a process nothing, for people, in one or two sentences that begin with "Its load balancer"; undefined unless
 * it is the answers to its health checks.
 *
 * @param what the check as people know it, such as `GET /health on port 8080`
 */
export function describeTargetFault(
  { state, reason = '', description = '' }: Pick<TargetHealth, 'state' | 'reason' | 'description'>,
  what: string,
): string | undefined {
  if (state !== 'unhealthy') return undefined
  switch (reason) {
    case 'Target.ResponseCodeMismatch': {
      const codes = /\[([\d, ]+)\]/.exec(description)?.[1] ?? 'another status'
      return `Its load balancer was answered ${codes} to ${what}. ${adviceFor(Number.parseInt(codes, 10))}`.trim()
    }
    case 'Target.Timeout':
      return `Its load balancer was not answered in time to ${what}. ${asksFrom}`
    case 'Target.FailedHealthChecks':
      return `Its load balancer found nobody listening for ${what}, or its connection was ended without an answer. Let the program listen on all addresses (0.0.0.0) and speak HTTP/1.1 there.`
    case 'Elb.InternalError':
      return `Its load balancer could not ask ${what}, because of an error of AWS. It tries again automatically.`
    default:
      return `Its load balancer says of ${what}: ${description || reason || 'unhealthy, without a reason'}.`
  }
}

const asksFrom =
  'It asks from another machine. Host is the private address of the instance, and the user agent is ELB-HealthChecker/2.0.'

/** The agent was answered well: what differs is who asks. */
function adviceFor(status: number): string {
  if (status >= 300 && status <= 399) return 'Answer it there without sending it elsewhere.'
  if (status >= 400 && status <= 499) return `${asksFrom} Let the program answer it whatever the Host.`
  return ''
}
