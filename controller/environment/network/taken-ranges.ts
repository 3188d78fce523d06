import type { Environment } from '../../../core/resources/environment'
import type { Pass } from '../pass'
import { networksOf } from '../workload/places'
import { listOfTeam } from '../../store/list-of-team'

/** A range of addresses that somebody has or is about to have. */
export interface TakenRange {
  cidr: string
  /** The owner of the range, as people know it. */
  by: string
  /** Given where an environment has yet to make sure that nobody else chose the range: which one, and since when. */
  claim?: Claim
  /** Whether the range is in one set of linked networks with the environment: there, no two may overlap. */
  isLinked: boolean
}

export interface Claim {
  epoch: number
  environment: string
}

/** Address ranges of the team's other environments and external networks, and of the account's VPCs. */
export async function readTakenRanges({
  environment,
  dependencies: { store },
  account,
}: Pass): Promise<TakenRange[]> {
  const [environments, networks, vpcs] = await Promise.all([
    listOfTeam(store, 'Environment', environment),
    listOfTeam(store, 'ExternalNetwork', environment),
    account.network.listVpcRanges(),
  ])
  const links = linksOf(environment)
  return [
    ...environments.flatMap((other) => (isSame(environment, other) ? [] : rangesOfEnvironment(other, links))),
    ...networks.flatMap(({ metadata, spec, status }) =>
      (status?.vpc?.cidrs ?? []).map((cidr) => ({
        cidr,
        by: spec.vpcId,
        isLinked: links.has(metadata.name),
      })),
    ),
    ...vpcs.flatMap(({ vpcId, cidrs }) => cidrs.map((cidr) => ({ cidr, by: vpcId, isLinked: false }))),
  ]
}

const isSame = (one: Environment, other: Environment) => one.metadata.name === other.metadata.name

/** Networks that it is connected with, or to be. */
const linksOf = ({ spec, status }: Environment): Set<string> =>
  new Set([...(spec.linkedNetworks ?? []), ...(status?.peerings ?? []).map(({ network }) => network)])

function rangesOfEnvironment(other: Environment, links: Set<string>): TakenRange[] {
  const isLinked = [...linksOf(other)].some((network) => links.has(network))
  return (other.status ? networksOf(other.status) : []).flatMap(({ cidr, rangeClaimedEpoch: epoch }) => {
    if (cidr === undefined) return []
    const claim = epoch === undefined ? undefined : { epoch, environment: other.metadata.name }
    return [{ cidr, by: `the environment ${other.spec.displayName}`, isLinked, ...(claim && { claim }) }]
  })
}
