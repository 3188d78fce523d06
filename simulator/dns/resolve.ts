import { AUTHORITATIVE_ANSWER, type Answer, type Packet, type Question } from 'dns-packet'
import { plainName } from '../../core/dns/dns-names'
import type { ZoneRecord } from '../../controller/cloud/cloud'
import type { AccountState } from '../state'
import { findByAlias } from './alias-targets'
import { isWithin, listZones, recordsOf } from './hosted-zones'

type Accounts = Record<string, AccountState>

const ttl = 60
const loopback = '127.0.0.1'
/** Stands for the parents of all names. */
const rootServer = 'a.root.simulated'
const nameExists = 0
const nameDoesNotExist = 3

interface Reply {
  code: typeof nameExists | typeof nameDoesNotExist
  answers?: Answer[]
  authorities?: Answer[]
}

/** Resolves a name in the simulated zones as the public DNS does; all name servers are one. */
export function answerQuery(accounts: Accounts, query: Packet): Packet {
  const [question] = query.questions ?? []
  const {
    code,
    answers = [],
    authorities = [],
  }: Reply = question
    ? reply(accounts, question, (query.flags ?? 0) & 0x100 ? 'resolver' : 'parent')
    : { code: nameExists }
  return {
    type: 'response',
    id: query.id,
    flags: AUTHORITATIVE_ANSWER | ((query.flags ?? 0) & 0x100) | code,
    questions: query.questions,
    answers,
    authorities,
  }
}

function reply(accounts: Accounts, { name: asked, type }: Question, as: 'resolver' | 'parent'): Reply {
  const name = plainName(asked)
  if (name === '' && type === 'NS')
    return { code: nameExists, answers: [{ name: '', type: 'NS', ttl, data: rootServer }] }
  if (name === rootServer || /\.awsdns-\d+\./.test(name))
    return { code: nameExists, answers: type === 'A' ? [{ name, type: 'A', ttl, data: loopback }] : [] }
  const zones = listZones(accounts).filter(({ isDelegated }) => isDelegated)
  const [zone] = zones
    .filter((candidate) => isWithin(name, candidate.name))
    .sort((a, b) => b.name.length - a.name.length)
  if (!zone) return { code: nameDoesNotExist }
  if (type === 'NS' && zone.name === name) {
    const servers = zone.nameServers.map((data): Answer => ({ name, type: 'NS', ttl, data }))
    return as === 'parent'
      ? { code: nameExists, authorities: servers }
      : { code: nameExists, answers: servers }
  }
  const present = recordsFor(recordsOf(zone), name)
  const answers = present.flatMap((record): Answer[] => {
    if (record.alias)
      return type === 'A' && findByAlias(accounts, record.alias)
        ? [{ name, type: 'A', ttl, data: loopback }]
        : []
    if (record.type === type || record.type === 'CNAME')
      return record.values.flatMap((value) => toAnswer(name, record.type, value))
    return []
  })
  return { code: present.length > 0 ? nameExists : nameDoesNotExist, answers }
}

/**
 * The records that answer for a name: its own, else those of the wildcard below the closest name that exists, which has records or has some
 * below it (RFC 4592, 3.3).
 */
function recordsFor(records: ZoneRecord[], name: string): ZoneRecord[] {
  const exact = records.filter((record) => record.name === name)
  if (exact.length > 0) return exact
  const exists = (parent: string) => records.some((record) => isWithin(record.name, parent))
  for (let below = name; !exists(below);) {
    below = below.slice(below.indexOf('.') + 1)
    if (exists(below)) return records.filter((record) => record.name === `*.${below}`)
  }
  return []
}

/** The types that a person tries things out with; others are not told. */
function toAnswer(name: string, type: string, value: string): Answer[] {
  if (type === 'A' || type === 'AAAA') return [{ name, type, ttl, data: value }]
  if (type === 'CNAME' || type === 'NS') return [{ name, type, ttl, data: plainName(value) }]
  if (type === 'TXT') return [{ name, type, ttl, data: value.replace(/^"|"$/g, '') }]
  return []
}
