import { requireApplicationSize, type ApplicationSizeInput } from '../../input/application-size'
import { publishedInstanceTypes } from '../../../core/catalogue/instance-types'
import { checkAll, checkEach } from '../../input/check-all'
import { DomainError, invalid } from '../../../core/errors'
import { notSuch, readNumber } from '../../input/typed-number'
import { discounted, marketCharges, sumOfKnown, type Charges } from './charges'
import { estimateCost } from './estimate'
import { fargatePerHour } from './fargate'
import type { Dependencies } from '../dependencies'
import { messages } from '../../messages/messages'
import type { Message } from '../../../core/messages/declare-messages'

interface ChargesInput {
  /** The rows as they were typed; those in which nothing was typed do not count. */
  applications: Pick<ApplicationSizeInput, 'cpuCount' | 'memoryMb' | 'numProcesses'>[]
  /** How much less Spot costs than on-demand, as it was typed. */
  spotDiscount: string | number
  /** How many load balancers, as it was typed; none where it was not. */
  loadBalancers?: string | number
}

interface ComparedCharges extends Charges {
  /** The same as tasks of AWS Fargate, with the same load balancers; absent when a process is too large for one. */
  fargatePerHour?: number
  numLoadBalancers: number
}

const maximumApplications = 20
const highestDiscount = 90
const mostLoadBalancers = 400

/**
 * What AWS charges an hour for `applications` and their load balancers, on-demand, on Spot and on Fargate, and SDO's charge. Open to everybody.
 *
 * @throws DomainError `invalid` with every fault at `spotDiscount`, `loadBalancers`, `applications` or, as in `applications.1.memoryMb`, at a part of a row
 */
export function estimateCharges(
  _dependencies: Dependencies,
  { applications, spotDiscount, loadBalancers = '' }: ChargesInput,
): ComparedCharges {
  const { discount, numLoadBalancers, sizes } = checkAll({
    discount: () => requireDiscount(spotDiscount),
    numLoadBalancers: () => requireLoadBalancers(loadBalancers),
    sizes: () => requireSizes(applications),
  })
  const onDemand = estimateCost(sizes, publishedInstanceTypes)
  const spot = estimateCost(sizes, discounted(publishedInstanceTypes, discount))
  if (!onDemand || !spot) throw refuse(messages.tooLarge)
  const charges = {
    onDemand: marketCharges(onDemand, { discountPercentage: 0, numLoadBalancers }),
    spot: marketCharges(spot, { discountPercentage: discount, numLoadBalancers }),
  }
  return {
    ...charges,
    fargatePerHour: sumOfKnown([fargatePerHour(sizes), charges.onDemand.loadBalancersPerHour]),
    numLoadBalancers,
  }
}

const refuse = (message: Message) => invalid(message, { applications: message })

const wantedDiscount = {
  field: 'spotDiscount',
  rule: `The Spot discount must be a whole number from 0 to ${highestDiscount}`,
  isWhole: true,
  units: { '%': 1, percent: 1 },
}

function requireDiscount(typed: string | number): number {
  const discount = readNumber(typed, wantedDiscount) ?? Number.NaN
  if (discount >= 0 && discount <= highestDiscount) return discount
  throw notSuch(typed, wantedDiscount)
}

const wantedLoadBalancers = {
  field: 'loadBalancers',
  rule: `Load balancers must be a whole number from 0 to ${mostLoadBalancers}`,
  isWhole: true,
}

function requireLoadBalancers(typed: string | number): number {
  const count = readNumber(typed, wantedLoadBalancers) ?? 0
  if (count >= 0 && count <= mostLoadBalancers) return count
  throw notSuch(typed, wantedLoadBalancers)
}

function requireSizes(applications: ChargesInput['applications']) {
  const rows = applications
    .map((application, index) => ({ application, index }))
    .filter(({ application }) => Object.values(application).some((typed) => String(typed).trim() !== ''))
  if (rows.length === 0) throw refuse(messages.chargesOfNothing)
  if (rows.length > maximumApplications) throw refuse(messages.chargesOfTooMany(maximumApplications))
  return checkEach(rows, ({ application, index }) => requireSize(application, index))
}

function requireSize(application: ChargesInput['applications'][number], index: number) {
  try {
    return requireApplicationSize(application)
  } catch (failure) {
    if (!(failure instanceof DomainError)) throw failure
    const inRow = (message: string) => `Row ${index + 1}: ${message}`
    const fields = Object.entries(failure.fields ?? {}).map(([part, message]) => [
      `applications.${index}.${part}`,
      inRow(message),
    ])
    throw invalid(failure.told.as(inRow(failure.message)), Object.fromEntries(fields))
  }
}
