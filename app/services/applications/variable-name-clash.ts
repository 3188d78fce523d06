import { messages } from '../../messages/messages'
import { urlVariable, variablePart } from '../../../core/application/environment-variables'
import { DomainError } from '../../../core/errors'
import { lockKey } from '../../../db/key-lock'
import { Application } from '../../../db/models/application'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

/** The name of another application of the team that has the same variables as one that is called `name`. */
export async function findVariableNameClash(
  teamId: string,
  name: string,
  ownId?: string,
): Promise<string | undefined> {
  const others = await Application.findAll({ attributes: ['id', 'name'], where: { teamId } })
  return others.find((other) => other.id !== ownId && variablePart(other.name) === variablePart(name))?.name
}

/**
 * Waits until nobody else gives an application of the team a name with these variables, and keeps them from it until the transaction ends.
 * Comes before the lock of the application.
 */
export const lockVariableName = (
  { sequelize }: Pick<Dependencies, 'sequelize'>,
  { teamId }: HumanActor,
  name: string,
): Promise<unknown> => lockKey(sequelize, `variables of applications ${teamId} ${variablePart(name)}`)

/**
 * Throws when another application has the variables of one that is called `name`. A name that is there already is left to the index of names.
 *
 * @param ownId id of the application that gets the name, where there is one
 * @throws DomainError `conflict` that names the other
 */
export async function requireOwnVariableName(
  { teamId }: HumanActor,
  name: string,
  ownId?: string,
): Promise<void> {
  const other = await findVariableNameClash(teamId, name, ownId)
  if (other === undefined || other.toLowerCase() === name.toLowerCase()) return
  const message = messages.processVariablesTaken({ other, variable: urlVariable(name, 8080) })
  throw new DomainError('conflict', message, { fields: { applicationName: message } })
}
