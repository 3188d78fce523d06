import { generate } from 'selfsigned'
import { covers } from '../../core/dns/dns-names'
import type { CertificateState } from '../state'
import type { World } from '../world'

/** A certificate in PEM with its private key. */
export interface Identity {
  cert: string
  key: string
}

const dayMs = 24 * 60 * 60_000
const validDays = 825

/** Self-signed key pairs of the simulated certificates, which last as long as the process. */
export class CertificateKeys {
  private readonly made = new Map<string, Promise<Identity>>()

  constructor(private readonly world: World) {}

  /** Chooses a certificate as a load balancer does: one that fits the name, else the first. Undefined if there is none. */
  async choose(certificateIds: string[], name = ''): Promise<Identity | undefined> {
    const all = Object.values(this.world.state.accounts).flatMap(({ certificates }) =>
      certificateIds.flatMap((id) => certificates[id] ?? []),
    )
    const chosen = all.find(({ domainNames }) => domainNames.some((one) => covers(one, name))) ?? all[0]
    return chosen && this.identityOf(chosen)
  }

  private identityOf({ id, domainNames }: CertificateState): Promise<Identity> {
    const made = this.made.get(id) ?? createIdentity(domainNames, this.world.clock.now())
    this.made.set(id, made)
    return made
  }
}

async function createIdentity(domainNames: string[], now: number): Promise<Identity> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Simulated certificate' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - dayMs),
    notAfterDate: new Date(now + validDays * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: domainNames.map((value) => ({ type: 2 as const, value })) },
    ],
  })
  return { cert, key }
}
