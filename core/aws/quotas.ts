import { region } from './region'

/** Quotas of an account in its region that SDO needs something of, by the names of Service Quotas. */
export const quotas = {
  vpcs: { service: 'vpc', code: 'L-F678F1CE' },
  'load-balancers': { service: 'elasticloadbalancing', code: 'L-53DA6B97' },
  'on-demand-vcpus': { service: 'ec2', code: 'L-1216C47A' },
  'spot-vcpus': { service: 'ec2', code: 'L-34B43A08' },
} as const

export type QuotaName = keyof typeof quotas
export const quotaNames = Object.keys(quotas) as [QuotaName, ...QuotaName[]]

/** The page of AWS's console on which its owner asks for more. */
export const quotaConsoleOf = (name: QuotaName): string =>
  `https://${region}.console.aws.amazon.com/servicequotas/home/services/${quotas[name].service}/quotas/${quotas[name].code}`
