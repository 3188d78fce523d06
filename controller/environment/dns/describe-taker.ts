import { listOfTeam } from '../../store/list-of-team'
import type { Work } from '../concern'
import type { ZoneRecord } from '../../cloud/cloud'

/** Describes for people the record that stands in the place of ours; one of SDO's with its environment, where it is their own team's. */
export async function describeTaker({ pass }: Work, { type, values, alias }: ZoneRecord): Promise<string> {
  if (!alias) return `a record of type ${type} with ${values.slice(0, 3).join(', ')}`
  if (!/^sdo-[0-9a-f]{24}-/.test(alias.dnsName)) return `an alias for ${alias.dnsName}`
  const environments = await listOfTeam(pass.dependencies.store, 'Environment', pass.environment)
  const taker = environments.find(({ status }) =>
    [
      ...(status?.loadBalancers ?? []).map((balancer) => balancer.alias),
      ...(status?.dns?.records ?? []).map(({ target }) => target),
    ].some((target) => target?.dnsName === alias.dnsName),
  )
  if (!taker) return 'another application or environment that SDO runs'
  return taker.metadata.name === pass.environment.metadata.name
    ? 'another application of this environment'
    : `the environment ${taker.spec.displayName}`
}
