import { billOf } from '../../../core/charges/bill'
import { billedOf } from '../../../core/resources/billed'
import { differenceBetween } from '../../../core/deployment/difference'
import { deploymentStates } from '../../../core/resources/wire-states'
import { requireAccess } from '../access/access'
import { requireFollowedDeployment } from '../access/lock-environment'
import type { TeamActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { readBothSides } from '../deployments/both-sides'
import { hasEnded, deploymentPath } from '../deployments/environment-state'
import { readWatch } from '../deployments/read-watch'
import { toDifferenceJson } from '../deployments/difference-json'
import type { RequestedDeployment } from './requested-deployment-views'
import { readLoadBalancers, wildcardsAmong } from './read-load-balancers'

/**
 * The outcome of a deployment. An integration user sees those that it asked for; people of the team see all.
 *
 * @throws DomainError `not-found`
 */
export async function getRequestedDeployment(
  { publicUrl, clock }: Dependencies,
  actor: TeamActor,
  id: string,
): Promise<RequestedDeployment> {
  requireAccess(actor, 'automation')
  const { deployment, environment } = await requireFollowedDeployment(actor, id)
  const { before, after } = await readBothSides(environment, deployment)
  const { applications } = await toDifferenceJson(differenceBetween(before, after))
  const changes = applications.flatMap(({ type, ...rest }) => (type === 'same' ? [] : { ...rest, type }))
  const brought = new Set(changes.map(({ applicationId }) => applicationId))
  const addresses = (await readLoadBalancers(environment)).filter(({ applicationId }) =>
    brought.has(applicationId),
  )
  return {
    id: deployment.id,
    environmentId: environment.id,
    environmentName: environment.name,
    sequence: deployment.sequence,
    status: statusOf(deployment.state),
    isOver: hasEnded(deployment.state),
    message: deployment.message,
    page: publicUrl + deploymentPath(environment.id, id),
    changes: changes.map(({ applicationName, type, versionName, previousVersionName, facts }) => ({
      applicationName,
      type,
      versionName,
      previousVersionName,
      facts: facts.map(({ fact }) => fact),
    })),
    urls: addresses.flatMap(({ urls }) => urls.slice(0, 1)),
    ...wildcardsAmong(addresses),
    unansweredNames: (environment.status?.dns?.records ?? [])
      .filter(({ phase, applicationId }) => phase === 'Taken' && brought.has(applicationId))
      .map(({ name, message = '' }) => ({ name, message })),
    costPerHour: billOf(billedOf(environment.status)).total,
    ...(await readWatch(environment, deployment, clock.now())),
  }
}

type Status = RequestedDeployment['status']

const statusOf = (state: number): Status =>
  (Object.keys(deploymentStates) as Status[]).find((name) => deploymentStates[name] === state) ?? 'QUEUED'
