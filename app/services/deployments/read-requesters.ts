import type { Deployment } from '../../../db/models/deployment'
import { IntegrationUser } from '../../../db/models/integration-user'
import { User } from '../../../db/models/user'

interface Requester {
  name: string
  kind: 'human' | 'integration'
}

/** Those who asked, people and automation alike, by their ids. */
export async function readRequesters(
  deployments: Pick<Deployment, 'requestedBy'>[],
): Promise<Map<string, Requester>> {
  const where = { id: [...new Set(deployments.flatMap(({ requestedBy }) => requestedBy ?? []))] }
  const attributes = ['id', 'name']
  const [people, integrations] = await Promise.all([
    User.findAll({ where, attributes }),
    IntegrationUser.findAll({ where, attributes }),
  ])
  return new Map<string, Requester>([
    ...people.map(({ id, name }) => [id, { name, kind: 'human' }] as const),
    ...integrations.map(({ id, name }) => [id, { name, kind: 'integration' }] as const),
  ])
}
