import {
  maximumSubdomainLength,
  portSubdomainPattern,
  subdomainPattern,
} from '../../core/application/subdomain'
import { checkEach } from './check-all'
import { invalid } from '../../core/errors'
import { most } from '../../core/text/longest'
import { messages } from '../messages/messages'
import { notSuch, readNumber } from './typed-number'
import type { ExposedPort } from '../../core/resources/application'
import { declareMessages, type Message } from '../../core/messages/declare-messages'

export const highestPort = 65_535

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

/**
 * The ports an application exposes, empty rows left out, subdomains in lower case.
 *
 * @throws DomainError `invalid` with a fault per row, at `field.row.port` or `field.row.subdomain`
 */
export function requireExposedPorts(inputs: ExposedPortInput[], field: string): ExposedPort[] {
  if (inputs.length > most.exposedPorts) {
    const message = messages.tooManyInOne(`An application can expose at most ${most.exposedPorts} ports.`)
    throw invalid(message, { [field]: message })
  }
  const ports = new Set<number>()
  const subdomains = new Set<string>()
  const rows = checkEach(inputs, ({ port, subdomain }, row): ExposedPort[] => {
    const refuse = (part: keyof ExposedPort, message: Message) =>
      invalid(message, { [`${field}.${row}.${part}`]: message })
    const text = String(port ?? '').trim()
    if (text === '') {
      if ((subdomain ?? '').trim() !== '') throw refuse('port', portMessages.missing)
      return []
    }
    const wanted = { ...wantedPort, field: `${field}.${row}.port` }
    const number = readNumber(text, wanted) ?? 0
    if (number < 1 || number > highestPort) throw notSuch(text, wanted)
    if (ports.has(number)) throw refuse('port', portMessages.twice)
    ports.add(number)
    const name = (subdomain ?? '').trim().toLowerCase()
    if (name === '') return [{ port: number }]
    const fault = portSubdomainFault(name)
    if (fault) throw refuse('subdomain', fault)
    if (subdomains.has(name)) throw refuse('subdomain', portMessages.subdomainTwice)
    subdomains.add(name)
    return [{ port: number, subdomain: name }]
  })
  return rows.flat()
}

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
