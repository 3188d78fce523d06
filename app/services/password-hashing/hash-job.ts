import { constants, setPriority } from 'node:os'
import { hashSync, verifySync, type Options } from '@node-rs/argon2'

// However many log in at once, pages and calls go first. Elsewhere than on Linux it would be the priority of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

export const hash = ({ password, strength }: { password: string; strength: Options }): string =>
  hashSync(password, strength)

export const verify = ({ hash, password }: { hash: string; password: string }): boolean =>
  verifySync(hash, password)
