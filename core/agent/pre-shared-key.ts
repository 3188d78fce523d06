import { hkdfSync } from 'node:crypto'

/**
 * The key of one instance, derived so that the controller stores nothing per instance and one leaked key opens one
 * instance. `masterKey` is 32 bytes of the controller; `instance` the instance's client token.
 */
export const instanceKey = (masterKey: Buffer, instance: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, instance, 'sdo agent', 32))

/** Forward-secret cipher suites with a pre-shared key; both sides must name them. */
export const pskTlsOptions = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305:ECDHE-PSK-AES256-CBC-SHA384',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const
