import { billOf } from '../../../core/charges/bill'
import { billedOf, presentPriceOf } from '../../../core/resources/billed'
import { findCondition } from '../../../core/resources/find-condition'
import type { Environment } from '../../../db/models/environment'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { EnvironmentResources } from './resource-views'
import { listExternalNetworkLinks } from './list-external-network-links'
import { listHostedZoneLinks } from './list-hosted-zone-links'
import { readLoadBalancers } from './read-load-balancers'
import { requireOwn } from '../access/own'

/** Resources of an environment in the customer's account, as far as the controller has said. */
export async function getEnvironmentResources(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<EnvironmentResources> {
  const environment = await requireOwn('environment', actor, id)
  const { instances = [], processes = [] } = environment.status ?? {}
  const billed = billedOf(environment.status)
  const bill = billOf(billed)
  return {
    hostedZones: await listHostedZoneLinks(environment),
    externalNetworks: await listExternalNetworkLinks(dependencies, environment),
    ...moveOf(environment),
    loadBalancers: await readLoadBalancers(environment),
    numLoadBalancers: billed.numLoadBalancers,
    instances: instances.map((instance) => ({
      instanceId: instance.instanceId,
      instanceType: instance.instanceType,
      zone: instance.zone,
      market: instance.market,
      phase: instance.phase,
      pricePerHour: presentPriceOf(instance),
      numProcesses: processes.filter(({ clientToken }) => clientToken === instance.clientToken).length,
    })),
    costPerHour: bill.total,
    bill,
  }
}

function moveOf({ status }: Environment): Pick<EnvironmentResources, 'move'> {
  const range = findCondition(status?.conditions ?? [], 'RangeFree')
  return range && range.status !== 'True' ? { move: range.message } : {}
}
