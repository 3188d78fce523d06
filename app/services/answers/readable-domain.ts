import { domainToUnicode } from 'node:url'
import { isOneLine } from '../../input/names'
import type { HostedZone } from '../../../db/models/hosted-zone'

/** A name of DNS as people read it; one in another alphabet with what DNS has in its place: `bücher.example (xn--bcher-kva.example)`. */
export function readableDomain(name: string): string {
  if (!/(^|\.)xn--/.test(name)) return name
  const readable = domainToUnicode(name)
  return readable !== '' && readable !== name && isOneLine(readable) ? `${readable} (${name})` : name
}

/** The zone's name as people know it; before it was read, its id. */
export const zoneNameOf = ({ awsId, status }: Pick<HostedZone, 'awsId' | 'status'>): string =>
  status?.zone?.name ?? awsId
