import { nameLines } from '../../../core/environment-log/name-lines'
import type { DnsRecordStatus, DnsStatus, HostedZoneLink } from '../../../core/resources/environment'
import { isToGo } from '../../../core/resources/metadata'
import { ready, stalled, waiting, type Outcome } from '../../reconcile/outcome'
import { mayLeadTo } from '../workload/certificate-cover'
import { settlingSeconds, type Learned, type Work } from '../concern'
import type { FleetFacts } from '../facts'
import { isSamePort, leadingBalancers } from '../workload/exposed-ports'
import { lookSeconds } from './carry-out'
import { isSameTarget } from './ownership'
import { endOf, wantedNames, type WantedName } from './wanted-names'

/** Between looks at what only somebody else can change. */
const stuckSeconds = 15

/**
 * Writes down which names are to be made and which go. The next link begins when the one before it is through, and the names of that one
 * go when all of the new ones are there.
 */
export function decide(work: Work, fleet: Pick<FleetFacts, 'isRecordLost'>): Learned {
  const { pass, draft } = work
  const links = isToGo(pass.environment.metadata) ? [] : (pass.environment.spec.hostedZoneLinks ?? [])
  if (links.length === 0 && !draft.status.dns) return {}
  const dns = (draft.status.dns ??= { records: [] })
  const obstacle = beginNext(work, dns, links)
  const namesNow = () =>
    wantedNames(pass.goal, heldLinks(dns, links), pass.linked.zones, leadingBalancers(draft.status))
  for (const wanted of namesNow()) if (isFree(work, dns, wanted)) writeDown(dns, wanted)
  if (dns.inProgress && isThrough(dns, dns.inProgress, namesNow()))
    complete(work, dns, dns.inProgress, namesNow())
  const names = namesNow()
  if (settlingSeconds(pass, fleet) === 0) removeUnwanted(dns, names)
  if (dns.associated && !links.some(({ order }) => order === dns.associated?.order))
    forgetAssociation(work, dns)
  if (links.length === 0 && dns.records.length === 0 && !dns.associated) delete draft.status.dns
  const outcome = obstacle ?? verdictOf(dns, names)
  if (outcome.kind === 'ready')
    draft.condition({
      type: 'NamesReady',
      status: 'True',
      reason: 'Ready',
      message: links.length > 0 ? 'Every name leads to its load balancer.' : 'No hosted zone is linked.',
    })
  return { outcome }
}

/** Links whose names are to be there now, the former link's too: new names are made before old ones go. */
const heldLinks = ({ associated, inProgress }: DnsStatus, links: HostedZoneLink[]): HostedZoneLink[] =>
  [associated, inProgress].flatMap((held) => links.find(({ order }) => order === held?.order) ?? [])

/** @returns why the next link cannot begin, if there is one */
function beginNext({ pass, draft }: Work, dns: DnsStatus, links: HostedZoneLink[]): Outcome | undefined {
  if (!links.some(({ order }) => order === dns.inProgress?.order)) delete dns.inProgress
  const isStuck = dns.records.some(({ phase }) => phase === 'Taken')
  const done = dns.inProgress && !isStuck ? Infinity : (dns.inProgress?.order ?? dns.associated?.order ?? 0)
  const next = links.find(({ order }) => order > done)
  if (!next) return undefined
  const zone = pass.linked.zones.get(next.hostedZone)
  const obstacle = zone ? zone.obstacle : 'The hosted zone is no longer associated.'
  if (obstacle !== undefined || !zone?.zoneName)
    return stalled(
      'DelegationDiffers',
      `The hosted zone cannot be linked. ${obstacle ?? ''}`.trim(),
      stuckSeconds,
    )
  dns.inProgress = next
  draft.event(nameLines.associating, { end: endOf(next.subdomain, zone.zoneName) })
  return undefined
}

/** A name that is new waits for its certificate where the load balancer already answers on HTTPS. */
function isFree({ draft: { status } }: Work, dns: DnsStatus, wanted: WantedName): boolean {
  const balancer = leadingBalancers(status).find((one) => isSamePort(one, wanted))
  return find(dns, wanted) !== undefined || !balancer || mayLeadTo(balancer, wanted.name, status)
}

function writeDown(dns: DnsStatus, { target, order: _order, ...wanted }: WantedName): void {
  if (!target) return
  const record = find(dns, wanted)
  if (!record) {
    dns.records.push({ ...wanted, target, phase: 'Creating' })
    return
  }
  // What is being changed is left alone until it is through.
  if (record.phase === 'Removing' || record.changeId !== undefined) return
  if (isSameTarget(record.target, target)) {
    // Behind the shared load balancer another port can have the name.
    Object.assign(record, wanted)
    return
  }
  if (record.phase === 'Present') Object.assign(record, { phase: 'Creating', former: record.target })
  Object.assign(record, wanted, { target })
}

const find = (dns: DnsStatus, { hostedZone, name }: Pick<DnsRecordStatus, 'hostedZone' | 'name'>) =>
  dns.records.find((one) => one.hostedZone === hostedZone && one.name === name)

/** A name that is taken is not ours to take away. */
function removeUnwanted(dns: DnsStatus, names: WantedName[]): void {
  const isWanted = (record: DnsRecordStatus) =>
    names.some(({ hostedZone, name }) => hostedZone === record.hostedZone && name === record.name)
  dns.records = dns.records.filter((record) => record.phase !== 'Taken' || isWanted(record))
  for (const record of dns.records)
    if (!isWanted(record) && record.phase !== 'Removing' && record.changeId === undefined)
      record.phase = 'Removing'
}

const isThrough = (dns: DnsStatus, { order }: HostedZoneLink, names: WantedName[]): boolean =>
  names
    .filter((wanted) => wanted.order === order)
    .every((wanted) => {
      const record = find(dns, wanted)
      return record?.phase === 'Present' && isSameTarget(record.target, wanted.target)
    })

function complete({ pass, draft }: Work, dns: DnsStatus, link: HostedZoneLink, names: WantedName[]): void {
  dns.associated = link
  delete dns.inProgress
  const made = names.filter(({ order }) => order === link.order).map(({ name }) => name)
  const end = endOf(link.subdomain, pass.linked.zones.get(link.hostedZone)?.zoneName ?? '')
  draft.event(nameLines.associated, { end, names: made })
}

/** Once the last of its names is gone. */
function forgetAssociation({ draft }: Work, dns: DnsStatus): void {
  if (dns.records.some(({ hostedZone }) => hostedZone === dns.associated?.hostedZone)) return
  delete dns.associated
  draft.event(nameLines.unlinked)
}

function verdictOf(dns: DnsStatus, names: WantedName[]): Outcome {
  const taken = dns.records.filter(({ phase }) => phase === 'Taken')
  if (taken.length > 0)
    return stalled('NameTaken', taken.map(({ message }) => message ?? '').join(' '), stuckSeconds)
  const isMoving = dns.records.some(({ phase }) => phase !== 'Present')
  if (isMoving) return waiting('Working', 'Changing names.', lookSeconds)
  const isMissing = names.some((wanted) => !find(dns, wanted))
  return isMissing || dns.inProgress
    ? waiting('Working', 'Waiting for load balancers and certificates.', lookSeconds)
    : ready
}
