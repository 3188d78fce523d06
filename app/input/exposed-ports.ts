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
import type { Told } from '../../core/messages/declare-messages'

export const highestPort = 65_535

const wantedPort = { rule: `A port must be a whole number from 1 to ${highestPort}`, isWhole: true }

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
    const refuse = (part: keyof ExposedPort, message: Told) =>
      invalid(message, { [`${field}.${row}.${part}`]: message })
    const text = String(port ?? '').trim()
    if (text === '') {
      if ((subdomain ?? '').trim() !== '') throw refuse('port', 'Enter the port that the subdomain is for.')
      return []
    }
    const wanted = { ...wantedPort, field: `${field}.${row}.port` }
    const number = readNumber(text, wanted) ?? 0
    if (number < 1 || number > highestPort) throw notSuch(text, wanted)
    if (ports.has(number)) throw refuse('port', 'Each port can be exposed only once.')
    ports.add(number)
    const name = (subdomain ?? '').trim().toLowerCase()
    if (name === '') return [{ port: number }]
    const fault = portSubdomainFault(name)
    if (fault) throw refuse('subdomain', fault)
    if (subdomains.has(name)) throw refuse('subdomain', 'Each subdomain can be used only once.')
    subdomains.add(name)
    return [{ port: number, subdomain: name }]
  })
  return rows.flat()
}

const labelRule =
  'Subdomains can contain only letters, numbers and single hyphens, and must start with a letter or number.'

/** The fault of a subdomain in lower case that is one label, if it has one. */
export const subdomainFault = (subdomain: string): Told | undefined =>
  faultBy(subdomain, subdomainPattern, labelRule)

/** The fault of a port's subdomain in lower case, if it has one: a label, the apex or a wildcard. */
export const portSubdomainFault = (subdomain: string): Told | undefined =>
  faultBy(
    subdomain,
    portSubdomainPattern,
    `${labelRule} For the name of the zone itself, type @. For a wildcard, type * or *.app.`,
  )

function faultBy(subdomain: string, pattern: RegExp, rule: string): Told | undefined {
  if (subdomain.endsWith('-')) return messages.subdomainEndsWithHyphen
  if (subdomain.length > maximumSubdomainLength)
    return `Subdomains must be shorter than ${maximumSubdomainLength + 1} characters.`
  return pattern.test(subdomain) ? undefined : rule
}
