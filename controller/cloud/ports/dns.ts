/** A public name of AWS's own, in lower case and without a dot at its end, and the zone of AWS's that holds it. */
export interface AliasTarget {
  dnsName: string
  zoneId: string
}

/** A hosted zone. Names are in lower case and have no dot at their end. */
export interface Zone {
  id: string
  name: string
  isPrivate: boolean
  /** The name servers to which the parent must delegate the name, sorted. They never change. */
  nameServers: string[]
}

/** The records of a zone for one name and type. */
export interface ZoneRecord {
  name: string
  type: string
  /** Empty for an alias. */
  values: string[]
  /** Seconds for which resolvers may remember it; absent from an alias. */
  ttl?: number
  alias?: AliasTarget
}

/** An address that leads to something of AWS's own. */
export interface AliasRecord {
  name: string
  target: AliasTarget
}

/** A name that stands for another one. Both are in lower case and have no dot at their end. */
export interface CnameRecord {
  name: string
  value: string
  ttl: number
}

export interface RecordChange {
  /** `create` where nothing is, `delete` what is exactly so: nothing is ever overwritten. */
  action: 'create' | 'delete'
  record: AliasRecord | CnameRecord
}

export const isCname = (record: AliasRecord | CnameRecord): record is CnameRecord => 'value' in record

/** The most changes that AWS takes at once. */
export const mostRecordChanges = 1000

/** Hosted zones, reached through the role for names. All ids are without a prefix. */
export interface Dns {
  /** @throws CloudError not-found */
  getZone(id: string): Promise<Zone>
  /** @throws CloudError not-found without the zone */
  listRecords(zoneId: string): Promise<ZoneRecord[]>
  /**
   * Makes all changes or none.
   * @returns for `isInSync`
   * @throws CloudError invalid if a name is taken, or what is to go is not exactly so; not-found without the zone
   */
  changeRecords(zoneId: string, changes: RecordChange[]): Promise<string>
  /** Whether every name server of AWS answers as changed. A change that AWS has forgotten is long through. */
  isInSync(changeId: string): Promise<boolean>
}
