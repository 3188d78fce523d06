import type { Work } from '../concern'
import type { LinkedZone } from './zones'

interface DnsMemory {
  /** Linked zones as they were when the pass began. */
  zones: ReadonlyMap<string, LinkedZone>
}

export type DnsWork = Work<DnsMemory>

export const emptyMemory = (): DnsMemory => ({ zones: new Map() })
