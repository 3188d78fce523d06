import { z } from 'zod'
import { isLoopbackHost } from './loopback-host'

const anyMessage = 'must be a postgres:// address, or DATABASE_URL_FILE a file with it'
const tlsMessage =
  'must say ?sslmode=verify-full (with &sslrootcert=FILE for a certificate authority of your own), or ?sslmode=disable where nobody can listen in'

/** Where Postgres is. Without TLS only on this machine, or where the address says so in as many words. */
export const databaseUrlSchema = z
  .url({ protocol: /^postgres(ql)?$/, error: anyMessage })
  .refine((address) => {
    const { hostname, searchParams } = new URL(address)
    const mode = searchParams.get('sslmode')
    if (mode === null) return hostname === '' || isLoopbackHost(hostname)
    return mode === 'verify-full' || mode === 'disable'
  }, tlsMessage)
