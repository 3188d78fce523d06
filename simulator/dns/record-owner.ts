import { ownerTag, ownerValue, validationTtlSeconds, type Tags } from '../../core/aws/ownership'
import type { ZoneRecord } from '../../controller/cloud/cloud'

/** A record has no tags: ours are known by the load balancer to which they lead, or by how long they may be remembered. */
export const ownerOf = ({ type, alias, name, ttl }: ZoneRecord): Tags =>
  (alias && /^sdo-[0-9a-f]{24}-/.test(alias.dnsName)) ||
  (type === 'CNAME' && name.startsWith('_') && ttl === validationTtlSeconds)
    ? { [ownerTag]: ownerValue }
    : {}
