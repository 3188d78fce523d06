import { requireApplicationSize, type ApplicationSizeInput } from '../../../core/application-size'
import { publishedInstanceTypes } from '../../../core/catalogue/instance-types'
import { DomainError, invalid } from '../../../core/errors'
import { chargesFor, type Charges } from '../../../core/pricing/charges'
import { estimateCost, type Estimate } from '../../../core/pricing/estimate'
import type { Dependencies } from '../dependencies'

export interface ChargesInput {
  /** As they were typed. */
  applications: Pick<ApplicationSizeInput, 'cpuCount' | 'memoryMb' | 'numProcesses'>[]
  /** How much less Spot costs than on-demand, as it was typed. */
  spotDiscount: string | number
}

export type EstimatedCharges = Charges & Pick<Estimate, 'instances'>

export const maximumApplications = 20
const highestDiscount = 90

/**
 * What `applications` would cost an hour, on-demand and on Spot, and what SDO would charge. For anybody who asks.
 *
 * @throws DomainError `invalid` with `applications` or `spotDiscount` among its fields
 */
export function estimateCharges(
  _dependencies: Dependencies,
  { applications, spotDiscount }: ChargesInput,
): EstimatedCharges {
  const discount = requireDiscount(spotDiscount)
  if (applications.length === 0) throw refuse('Describe at least one application.')
  if (applications.length > maximumApplications)
    throw refuse(`Describe at most ${maximumApplications} applications.`)
  const sizes = applications.map((application, index) => requireSize(application, index + 1))
  const estimate = estimateCost(sizes, publishedInstanceTypes)
  if (!estimate) throw refuse('No instance is large enough for one process of at least one application.')
  return { instances: estimate.instances, ...chargesFor(estimate.onDemandPerHour, discount) }
}

const refuse = (message: string) => invalid(message, { applications: message })

function requireDiscount(typed: string | number): number {
  const text = String(typed).trim()
  if (/^\d+$/.test(text) && Number(text) <= highestDiscount) return Number(text)
  const message = `The Spot discount must be a whole number from 0 to ${highestDiscount}.`
  throw invalid(message, { spotDiscount: message })
}

function requireSize(application: ChargesInput['applications'][number], row: number) {
  try {
    return requireApplicationSize(application)
  } catch (failure) {
    if (failure instanceof DomainError) throw refuse(`Row ${row}: ${failure.message}`)
    throw failure
  }
}
