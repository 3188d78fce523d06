import { invalid } from './errors'
import { messages } from './messages'
import type { ExposedPort } from './resources/application'

/** A port as it was typed or sent: a row that was left empty has no port. */
export interface ExposedPortInput {
  port?: string | number | null
  subdomain?: string | null
}

const maximumSubdomainLength = 55

/**
 * The ports an application exposes, rows without a port left out, subdomains in lower case.
 *
 * @throws DomainError `invalid` with the first fault, at `field`
 */
export function requireExposedPorts(inputs: ExposedPortInput[], field: string): ExposedPort[] {
  const refuse = (message: string) => invalid(message, { [field]: message })
  const exposedPorts = inputs.flatMap(({ port, subdomain }): ExposedPort[] => {
    const text = String(port ?? '').trim()
    if (text === '') return []
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < 1 || number > 65535) {
      throw refuse('A port must be a whole number from 1 to 65535.')
    }
    const name = (subdomain ?? '').trim().toLowerCase()
    if (name === '') return [{ port: number }]
    const fault = subdomainFault(name)
    if (fault) throw refuse(fault)
    return [{ port: number, subdomain: name }]
  })
  if (hasRepetition(exposedPorts.map(({ port }) => port))) throw refuse('Each port can be exposed only once.')
  if (hasRepetition(exposedPorts.flatMap(({ subdomain }) => subdomain ?? []))) {
    throw refuse('Each subdomain can be used only once.')
  }
  return exposedPorts
}

/** What is wrong with a subdomain in lower case, if anything. */
export function subdomainFault(subdomain: string): string | undefined {
  if (subdomain.endsWith('-')) return messages.subdomainEndsWithHyphen
  if (subdomain.length > maximumSubdomainLength) return 'Subdomains must be shorter than 56 characters.'
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(subdomain)) {
    return 'Subdomains can contain only letters, numbers and single hyphens, and must start with a letter or number.'
  }
  return undefined
}

const hasRepetition = (values: unknown[]) => new Set(values).size < values.length
