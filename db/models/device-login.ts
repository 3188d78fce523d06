import { date, key, nullable, optional, table, text, uuid } from './table'

type DeviceLoginState = 'pending' | 'approved' | 'refused'

/** A command line that waits for a person to let it in; only the hashes of its two codes are kept. */
export class DeviceLogin extends table('device_logins', {
  id: key(uuid()),
  deviceCodeHash: text(),
  userCodeHash: text(),
  state: text<DeviceLoginState>(),
  /** User who typed the code first. */
  userId: optional(nullable(uuid())),
  /** Address and program that the login was begun from. */
  address: text(),
  userAgent: text(),
  createdAt: date(),
  /** When the command line asked last. */
  polledAt: optional(nullable(date())),
  expiresAt: date(),
}) {}
