import { Transaction, type FindOptions, type Model, type ModelStatic } from 'sequelize'
import { DomainError, notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { Application } from '../../../db/models/application'
import { AwsAccount } from '../../../db/models/aws-account'
import { Environment } from '../../../db/models/environment'
import { ExternalNetwork } from '../../../db/models/external-network'
import { HostedZone } from '../../../db/models/hosted-zone'
import { IntegrationUser, IntegrationToken, IntegrationTrust } from '../../../db/models/integration-user'
import { User } from '../../../db/models/user'
import { Webhook } from '../../../db/models/webhook'
import { deploymentMessages } from '../../messages/deployment-messages'
import { messages } from '../../messages/messages'
import type { HumanActor, TeamActor } from '../actor/actor'

/** What a team has and its people name by id, each with the refusal of one that is not there, or another team's. */
const nouns = {
  application: { model: Application, missing: () => new DomainError('not-found', messages.processNotFound) },
  awsAccount: { model: AwsAccount, missing: () => new DomainError('not-found', messages.awsAccountNotFound) },
  environment: { model: Environment, missing: () => notFound('The environment') },
  externalNetwork: { model: ExternalNetwork, missing: () => notFound('The external network') },
  hostedZone: { model: HostedZone, missing: () => notFound('The hosted zone') },
  integrationUser: { model: IntegrationUser, missing: () => notFound('The integration user') },
  person: { model: User, missing: () => notFound('The user') },
}
type Noun = keyof typeof nouns
type Own<N extends Noun> = InstanceType<(typeof nouns)[N]['model']>

/** @returns undefined for another team's as well */
async function findOwn<N extends Noun>(
  noun: N,
  { teamId }: TeamActor,
  id: string,
  lock?: FindOptions['lock'],
): Promise<Own<N> | undefined> {
  const model = nouns[noun].model as unknown as ModelStatic<Model>
  const found = isUuid(id) ? await model.findOne({ where: { id, teamId }, lock }) : null
  return (found as Own<N> | null) ?? undefined
}

/** The one of the actor's team with this id. @throws DomainError `not-found`, for another team's as well */
export async function requireOwn<N extends Noun>(
  noun: N,
  actor: TeamActor,
  id: string,
  lock?: FindOptions['lock'],
): Promise<Own<N>> {
  const found = await findOwn(noun, actor, id, lock)
  if (!found) throw nouns[noun].missing()
  return found
}

/** `requireOwn`, for a change of it: nobody else changes it, or refers to it anew, until the transaction ends. */
export const lockOwn = <N extends Noun>(noun: N, actor: TeamActor, id: string): Promise<Own<N>> =>
  requireOwn(noun, actor, id, Transaction.LOCK.UPDATE)

/** `requireOwn`, which stays as it is until the transaction ends. */
export const shareOwn = <N extends Noun>(noun: N, actor: TeamActor, id: string): Promise<Own<N>> =>
  requireOwn(noun, actor, id, Transaction.LOCK.SHARE)

/** A person or integration user of the actor's team. @throws DomainError `not-found` */
export async function requireUser(
  actor: HumanActor,
  id: string,
): Promise<{ kind: 'human'; user: User } | { kind: 'integration'; user: IntegrationUser }> {
  const person = await findOwn('person', actor, id)
  if (person) return { kind: 'human', user: person }
  const integration = await findOwn('integrationUser', actor, id)
  if (integration) return { kind: 'integration', user: integration }
  throw notFound('The user')
}

/** What integration users of a team log in by. */
const credentials = {
  token: { model: IntegrationToken, missing: () => notFound('The token') },
  trust: { model: IntegrationTrust, missing: () => notFound('The trusted identity') },
}
type CredentialKind = keyof typeof credentials
type Credential<K extends CredentialKind> = InstanceType<(typeof credentials)[K]['model']>

/** A token or trust of an integration user of the actor's team, and whose it is. @throws DomainError `not-found` */
export async function requireCredential<K extends CredentialKind>(
  kind: K,
  { teamId }: HumanActor,
  id: string,
): Promise<{ credential: Credential<K>; owner: IntegrationUser }> {
  const model = credentials[kind].model as unknown as ModelStatic<IntegrationToken | IntegrationTrust>
  const credential = isUuid(id) ? await model.findByPk(id) : null
  const owner =
    credential && (await IntegrationUser.findOne({ where: { id: credential.integrationUserId, teamId } }))
  if (!credential || !owner) throw credentials[kind].missing()
  return { credential: credential as Credential<K>, owner }
}

/** The webhook of the actor's team, for a change of it. @throws DomainError `not-found` */
export async function lockWebhook({ teamId }: HumanActor): Promise<Webhook> {
  const webhook = await Webhook.findOne({ where: { teamId }, lock: Transaction.LOCK.NO_KEY_UPDATE })
  if (!webhook) throw notFound('The webhook')
  return webhook
}

export function requireNotDeleting({ deletingAt }: AwsAccount): void {
  if (deletingAt) throw new DomainError('conflict', deploymentMessages.accountDeleting)
}
