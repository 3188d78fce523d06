import { findCondition } from '../../../core/resources/find-condition'
import type { DnsStatus } from '../../../core/resources/environment'
import type { HostedZoneLinkState } from '../../../core/resources/wire-states'
import type { Environment } from '../../../db/models/environment'
import { HostedZone, HostedZoneLink } from '../../../db/models/hosted-zone'
import { readableDomain, zoneNameOf } from '../answers/readable-domain'
import { byText } from '../answers/lists'
import type { HostedZoneLinkView } from './environment-views'
import { remedyOfReason } from '../../messages/remedies'

const namesDocs = '/docs/external-resources#link-names-to-an-environment'

type Link = Pick<HostedZoneLinkView, 'status' | 'order' | 'subdomain'> & { zoneId: string }

/** The zones of the team, each with how far it is at the environment. */
export async function listHostedZoneLinks(environment: Environment): Promise<HostedZoneLinkView[]> {
  const { id: environmentId, teamId, status } = environment
  const [zones, rows] = await Promise.all([
    HostedZone.findAll({ where: { teamId, deletingAt: null } }),
    HostedZoneLink.findAll({ where: { environmentId }, order: [['position', 'ASC']] }),
  ])
  const links = [...presentLinks(rows, status?.dns), ...goingLinks(rows, status?.dns)]
  const condition = findCondition(status?.conditions ?? [], 'NamesReady')
  const obstacle = condition?.status === 'False' ? condition : undefined
  const views = zones.flatMap((zone): HostedZoneLinkView[] => {
    const own = links.filter(({ zoneId }) => zoneId === zone.id)
    const { id, state: statusType } = zone
    const name = zoneNameOf(zone)
    const base = { id, name, displayName: readableDomain(name), statusType }
    return own.length === 0
      ? [base]
      : own.map(({ status, order, subdomain }) => ({
          ...base,
          status,
          order,
          ...(subdomain && { subdomain }),
          namesEndIn: readableDomain(subdomain ? `${subdomain}.${name}` : name),
          ...(obstacle &&
            status !== 'QUEUED' && {
              message: obstacle.message,
              documentation: remedyOfReason(obstacle.reason) ?? namesDocs,
            }),
        }))
  })
  return views.sort((a, b) => rankOf(a) - rankOf(b) || inGroup(a, b))
}

/** The earlier ones are past. */
function presentLinks(rows: HostedZoneLink[], dns: DnsStatus | undefined): Link[] {
  const done = dns?.associated?.order ?? 0
  return rows.flatMap(({ position, hostedZoneId: zoneId, subdomain }) => {
    const order = Number(position)
    if (order < done) return []
    const status = order === done ? 'ASSOCIATED' : order === dns?.inProgress?.order ? 'IN_PROGRESS' : 'QUEUED'
    return [{ zoneId, order, subdomain, status }]
  })
}

/** Zones that have names of the environment although nobody wants them there any more. */
function goingLinks(rows: HostedZoneLink[], dns: DnsStatus | undefined): Link[] {
  const wanted = new Set(rows.map(({ hostedZoneId }) => hostedZoneId))
  const present = [
    ...(dns?.records ?? []).map(({ hostedZone }) => hostedZone),
    ...(dns?.associated ? [dns.associated.hostedZone] : []),
  ]
  return [...new Set(present)]
    .filter((zoneId) => !wanted.has(zoneId))
    .map((zoneId) => ({ zoneId, status: 'REMOVING', order: dns?.associated?.order ?? 0 }))
}

const ranks: Record<HostedZoneLinkState, number> = { ASSOCIATED: 0, REMOVING: 0, IN_PROGRESS: 1, QUEUED: 1 }
const rankOf = ({ status }: HostedZoneLinkView) => (status === undefined ? 2 : ranks[status])
const byZoneName = byText(({ name }: HostedZoneLinkView) => name)
const inGroup = (a: HostedZoneLinkView, b: HostedZoneLinkView) =>
  rankOf(a) === 1 ? (a.order ?? 0) - (b.order ?? 0) : byZoneName(a, b)
