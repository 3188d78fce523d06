import type { EnvironmentStatus } from '../../../core/resources/environment'
import type { Concern, Learned, Work } from '../concern'
import type { FleetFacts } from '../facts'
import { carryOut } from './carry-out'
import type { CertificatesMemory } from './certificate-work'
import { decide } from './decide'
import { observe } from './observe'

type Known = Pick<FleetFacts, 'isRecordLost'>

/** HTTPS for the names in the linked hosted zone: certificates, what validates them, and the listeners that show them. */
export class Certificates implements Concern {
  readonly condition = 'CertificateReady'
  readonly isNonBlocking = true
  readonly intents = ({ certificates, loadBalancers }: EnvironmentStatus) => [
    certificates,
    loadBalancers.map(({ https, hosts }) => [https, hosts]),
  ]
  private readonly memory: CertificatesMemory = {
    askedEpoch: new Map(),
    surveyedEpoch: 0,
    shared: new Map(),
  }

  carryOut(work: Work, { isRecordLost }: Known): Promise<Learned> {
    return carryOut({ ...work, isRecordLost, memory: this.memory })
  }

  observe(work: Work, { isRecordLost }: Known): Promise<Learned> {
    return observe({ ...work, isRecordLost, memory: this.memory })
  }

  decide(work: Work, { isRecordLost }: Known): Learned {
    return decide({ ...work, isRecordLost, memory: this.memory })
  }
}
