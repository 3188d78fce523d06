import { ownerTag, ownerValue, type Tags } from '../../../../core/aws/ownership'
import type { ZoneRecord } from '../../cloud'

/** A record has no tags: ours are known by the load balancer to which they lead. */
export const ownerOf = ({ alias }: ZoneRecord): Tags =>
  alias && /^sdo-[0-9a-f]{24}-/.test(alias.dnsName) ? { [ownerTag]: ownerValue } : {}
