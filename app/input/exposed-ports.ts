import {
  highestPort,
  maximumSubdomainLength,
  portSubdomainPattern,
  subdomainPattern,
} from '../../core/application/exposed-port'
import { most } from '../../core/text/longest'
import { messages } from '../messages/messages'
import { rule } from './rule'
import { notSuch, readNumber } from './typed-number'
import type { ExposedPort } from '../../core/resources/application'
import { declareMessages, type Message } from '../../core/messages/declare-messages'

const wantedPort = { rule: `A port must be a whole number from 1 to ${highestPort}`, isWhole: true }

const labelRule =
  'Subdomains can contain only letters, numbers and single hyphens, and must start with a letter or number.'

const portMessages = declareMessages('ports', {
  missing: 'Enter the port that the subdomain is for.',
  twice: 'Each port can be exposed only once.',
  subdomainTwice: 'Each subdomain can be used only once.',
  subdomainTooLong: `Subdomains must be shorter than ${maximumSubdomainLength + 1} characters.`,
  labelWrong: labelRule,
  subdomainWrong: `${labelRule} For the name of the zone itself, type @. For a wildcard, type * or *.app.`,
})

/** A port as it was typed or sent: a row that was left empty has no port. */
export interface ExposedPortInput {
  port?: string | number | null
  subdomain?: string | null
}

/** The ports an application exposes, empty rows left out, subdomains in lower case. Faults are at the part of a row: `0.port`. */
export const exposedPortsRule = rule(
  (inputs: ExposedPortInput[] | null | undefined, refuse): ExposedPort[] => {
    const rows = inputs ?? []
    if (rows.length > most.exposedPorts)
      return refuse(messages.tooManyInOne(`An application can expose at most ${most.exposedPorts} ports.`))
    const ports = new Set<number>()
    const subdomains = new Set<string>()
    return rows.flatMap(({ port, subdomain }, row): ExposedPort[] => {
      const text = String(port ?? '').trim()
      const name = (subdomain ?? '').trim().toLowerCase()
      if (text === '') return name === '' ? [] : refuse(portMessages.missing, row, 'port')
      const number = readNumber(text, wantedPort) ?? 0
      if (!(number >= 1 && number <= highestPort)) return refuse(notSuch(text, wantedPort), row, 'port')
      if (ports.has(number)) return refuse(portMessages.twice, row, 'port')
      ports.add(number)
      if (name === '') return [{ port: number }]
      const fault =
        portSubdomainFault(name) ?? (subdomains.has(name) ? portMessages.subdomainTwice : undefined)
      if (fault) return refuse(fault, row, 'subdomain')
      subdomains.add(name)
      return [{ port: number, subdomain: name }]
    })
  },
)

/** The fault of a subdomain in lower case that is one label, if it has one. */
export const subdomainFault = (subdomain: string): Message | undefined =>
  faultBy(subdomain, subdomainPattern, portMessages.labelWrong)

/** The fault of a port's subdomain in lower case, if it has one: a label, the apex or a wildcard. */
export const portSubdomainFault = (subdomain: string): Message | undefined =>
  faultBy(subdomain, portSubdomainPattern, portMessages.subdomainWrong)

function faultBy(subdomain: string, pattern: RegExp, rule: Message): Message | undefined {
  if (subdomain.endsWith('-')) return messages.subdomainEndsWithHyphen
  if (subdomain.length > maximumSubdomainLength) return portMessages.subdomainTooLong
  return pattern.test(subdomain) ? undefined : rule
}
