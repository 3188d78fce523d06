import { randomUUID } from 'node:crypto'
import { Op } from 'sequelize'
import { LoginChallenge } from '../../../db/models/session'
import type { Dependencies } from '../dependencies'
import { createSecretToken, hashSecretToken } from '../secrets/secret-token'

const lifeMilliseconds = 5 * 60_000

/** Notes that `userId` proved the password, so that a form can ask for the code alone. The token is the browser's. */
export async function startChallenge({ clock }: Dependencies, userId: string) {
  const now = clock.now()
  const token = createSecretToken()
  const expiresEpoch = now + lifeMilliseconds
  await LoginChallenge.destroy({ where: { expiresAt: { [Op.lte]: new Date(now) } } })
  await LoginChallenge.create({
    id: randomUUID(),
    userId,
    tokenHash: hashSecretToken(token),
    expiresAt: new Date(expiresEpoch),
  })
  return { token, expiresEpoch }
}

/** The challenge that `token` belongs to, while it lasts. */
export const findChallenge = ({ clock }: Dependencies, token: string): Promise<LoginChallenge | null> =>
  LoginChallenge.findOne({
    where: { tokenHash: hashSecretToken(token), expiresAt: { [Op.gt]: new Date(clock.now()) } },
  })
