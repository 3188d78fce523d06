import { generate } from 'selfsigned'

/** A certificate in PEM with its private key. */
interface Certificate {
  cert: string
  key: string
}

const dayMs = 24 * 3600_000
/** An instance does not get this old, and its clock may be wrong at its boot. */
const validDays = 10 * 365

/**
 * Makes a certificate that nobody else vouches for, for one run of the agent: it encrypts what goes to containers. Who asks is told apart
 * by tokens.
 *
 * @param host address or name by which containers reach the agent
 * @param now epoch in milliseconds
 */
export async function createCertificate(host: string, now: number): Promise<Certificate> {
  const isAddress = /^[\d.]+$|:/.test(host)
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'SDO agent' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - validDays * dayMs),
    notAfterDate: new Date(now + validDays * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [isAddress ? { type: 7, ip: host } : { type: 2, value: host }] },
    ],
  })
  return { cert, key }
}
