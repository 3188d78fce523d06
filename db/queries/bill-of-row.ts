import { instancePerHour, loadBalancerWithAddressesPerHour } from '../../core/charges/charges'

/** SQL of the bill an hour, as `billOf` has it, of a row that has the figures of an environment; 0 before there are any. */
export const billOfRow = (row: string) =>
  `(coalesce(${row}.cost_per_hour, 0) + coalesce(${row}.num_instances, 0) * ${instancePerHour} + coalesce(${row}.num_load_balancers, 0) * ${loadBalancerWithAddressesPerHour})`
