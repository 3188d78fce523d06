import { Op } from 'sequelize'
import { DomainError } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { DeviceLogin } from '../../../db/models/device-login'
import { deviceLoginMessages } from '../../messages/device-login-messages'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

/** The command line that waits for the actor's decision; undefined for one that is over, decided or another person's. */
export async function findWaitingLogin(
  { clock }: Dependencies,
  { userId }: HumanActor,
  id: string,
  { lock = false } = {},
): Promise<DeviceLogin | undefined> {
  if (!isUuid(id)) return undefined
  const expiresAt = { [Op.gt]: new Date(clock.now()) }
  return (
    (await DeviceLogin.findOne({ where: { id, userId, state: 'pending', expiresAt }, lock })) ?? undefined
  )
}

/** A command line's request: its own words, which nobody has checked, and what is known of it. */
export const toRequest = ({ id, address, userAgent, createdAt }: DeviceLogin) => ({
  id,
  address,
  userAgent,
  createdEpoch: createdAt.getTime(),
})

/** The same, locked until the transaction ends. @throws DomainError `not-found` */
export async function requireWaitingLogin(dependencies: Dependencies, actor: HumanActor, id: string) {
  const waiting = await findWaitingLogin(dependencies, actor, id, { lock: true })
  if (!waiting) throw new DomainError('not-found', deviceLoginMessages.over)
  return waiting
}

/** Facts about a command line for the audit log, in its own words, which nobody has checked. */
export const factsOf = ({ address, userAgent }: DeviceLogin) => ({ address, program: userAgent })
