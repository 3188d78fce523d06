import { hkdfSync } from 'node:crypto'

/**
 * The key of one instance, derived so that the controller stores nothing per instance and one leaked key opens one
 * instance. `masterKey` is 32 bytes of the controller; `instance` the instance's client token.
 */
export const instanceKey = (masterKey: Buffer, instance: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, instance, 'sdo agent', 32))

/** The one suite with a pre-shared key, forward secrecy and authenticated encryption that Node offers; both sides must name it. */
export const pskTlsOptions = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const
