import { Op } from 'sequelize'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import type { Dependencies } from '../dependencies'
import { isSealedByCurrent } from '../secrets/seal'
import { sealRows } from '../secrets/seal-rows'
import { findAuthenticatorSecret, sealAuthenticatorSecret } from './authenticator-secret'

/**
 * Seals every secret that is not sealed with the current key: those of before there were keys, and after a rotation those
 * of the key before. For the start of the app, of several processes at once too. What cannot be read stays as it is.
 *
 * @returns how many were sealed
 */
export async function sealAuthenticatorSecrets(dependencies: Dependencies): Promise<number> {
  const sealed = await sealRows(
    (id, limit) =>
      AuthenticatorToken.findAll({ where: { id: { [Op.gt]: id } }, order: [['id', 'ASC']], limit }),
    (row) => sealRow(dependencies, row),
  )
  if (sealed > 0) dependencies.log.info({ sealed }, 'secrets of authenticator tokens were sealed')
  return sealed
}

/** The form in which authenticator apps take a secret: base32. */
const isPlain = (stored: string) => /^[A-Z2-7]{16,}$/.test(stored)

async function sealRow(dependencies: Dependencies, row: AuthenticatorToken): Promise<number> {
  const { id, secret: stored } = row
  if (isSealedByCurrent(dependencies.authenticatorKeys, stored)) return 0
  const plain = isPlain(stored) ? stored : findAuthenticatorSecret(dependencies, row)
  if (plain === undefined) return 0
  const secret = sealAuthenticatorSecret(dependencies, row, plain)
  const [changed] = await AuthenticatorToken.update({ secret }, { where: { id, secret: stored } })
  return changed
}
