import * as z from 'zod/mini'
import { applicationSizeRule, type ApplicationSizeInput } from '../../input/application-size'
import { publishedInstanceTypes } from '../../../core/catalogue/instance-types'
import { meantBy, readInput, rule } from '../../input/rule'
import { invalid } from '../../../core/errors'
import { numberUpTo } from '../../input/typed-number'
import { discounted, marketCharges, sumOfKnown, type Charges } from './charges'
import { estimateCost, type EstimatedApplication } from './estimate'
import { fargatePerHour } from './fargate'
import type { Dependencies } from '../dependencies'
import { environmentChoices } from '../../../core/environment/choices'
import { messages } from '../../messages/messages'

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

/** As a new environment has it. */
const goesOnWithout = environmentChoices.goesOnWithout.created.value
const maximumApplications = 20
const highestDiscount = 90
const mostLoadBalancers = 400

const sizesRule = rule((applications: ChargesInput['applications'], refuse) => {
  const rows = applications
    .map((application, index) => ({ application, index }))
    .filter(({ application }) => Object.values(application).some((typed) => String(typed).trim() !== ''))
  if (rows.length === 0) return refuse(messages.chargesOfNothing)
  if (rows.length > maximumApplications) return refuse(messages.chargesOfTooMany(maximumApplications))
  return rows.map(({ application, index }): EstimatedApplication => {
    const size = meantBy(applicationSizeRule, application, (told, ...part) =>
      refuse(told.as(`Row ${index + 1}: ${told.text}`), index, ...part),
    )
    return { cpu: size.cpuCount, memoryMb: size.memoryMb, count: size.numProcesses }
  })
})

const inputRule = z.object({
  spotDiscount: numberUpTo(highestDiscount, {
    rule: `The Spot discount must be a whole number from 0 to ${highestDiscount}`,
    isWhole: true,
    units: { '%': 1, percent: 1 },
  }),
  loadBalancers: z.optional(
    numberUpTo(
      mostLoadBalancers,
      { rule: `Load balancers must be a whole number from 0 to ${mostLoadBalancers}`, isWhole: true },
      0,
    ),
  ),
  applications: sizesRule,
})

/**
 * What AWS charges an hour for `applications` and their load balancers, on-demand, on Spot and on Fargate, and SDO's charge. Open to everybody.
 *
 * @throws DomainError `invalid` with every fault at `spotDiscount`, `loadBalancers`, `applications` or, as in `applications.1.memoryMb`, at a part of a row
 */
export function estimateCharges(_dependencies: Dependencies, input: ChargesInput): ComparedCharges {
  const {
    spotDiscount: discount,
    loadBalancers: numLoadBalancers = 0,
    applications: sizes,
  } = readInput(inputRule, input)
  const onDemand = estimateCost(sizes, publishedInstanceTypes, goesOnWithout)
  const spot = estimateCost(sizes, discounted(publishedInstanceTypes, discount), goesOnWithout)
  if (!onDemand || !spot) throw invalid(messages.tooLarge, { applications: messages.tooLarge })
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
