import { z } from 'zod'
import { isLoopbackHost } from './loopback-host'

const anyMessage = 'must be a postgres:// address, or DATABASE_URL_FILE a file with it'
const tlsMessage =
  'must say ?sslmode=verify-full (with &sslrootcert=FILE for a certificate authority of your own), or ?sslmode=disable where nobody can listen in'

/** Address of Postgres. Without TLS only on this machine, or where the address says so in as many words. */
export const databaseUrlSchema = z
  .url({ protocol: /^postgres(ql)?$/, error: anyMessage })
  .refine((address) => {
    const { hostname, searchParams } = new URL(address)
    const mode = searchParams.get('sslmode')
    // What the driver takes in place of the host: another one, or the folder of a socket.
    const host = searchParams.get('host') || hostname
    if (mode === null) return host === '' || host.startsWith('/') || isLoopbackHost(host)
    return mode === 'verify-full' || mode === 'disable'
  }, tlsMessage)
