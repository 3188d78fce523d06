import { hoursPerMonth, instanceDiskGib, instanceOverhead } from '../catalogue/figures'

/** A price of AWS in us-east-1. */
interface Charge {
  usd: number
  /** What it is charged for. */
  per: string
  /** The page that says so. */
  source: string
  /** The day on which that was noted. */
  asOf: string
}

const asOf = '2026-11-26'

/** What AWS charges in us-east-1 beside the prices of instances, which stand in `core/catalogue`. */
export const charges = {
  /** In use or not, since 2024-02-01: one of each instance, and one of each load balancer in each of its zones. */
  publicAddress: {
    usd: 0.005,
    per: 'public IPv4 address and hour',
    source: 'https://aws.amazon.com/vpc/pricing/',
    asOf,
  },
  disk: { usd: 0.08, per: 'GB of gp3 and month', source: 'https://aws.amazon.com/ebs/pricing/', asOf },
  /** Of what an instance uses above its baseline on the average of 24 hours. */
  surplusCpu: {
    usd: 0.04,
    per: 'vCPU and hour of T4g in unlimited mode',
    source: 'https://aws.amazon.com/ec2/pricing/on-demand/',
    asOf,
  },
  loadBalancer: {
    usd: 0.0225,
    per: 'application load balancer and hour',
    source: 'https://aws.amazon.com/elasticloadbalancing/pricing/',
    asOf,
  },
  loadBalancerCapacity: {
    usd: 0.008,
    per: 'capacity unit (LCU) and hour',
    source: 'https://aws.amazon.com/elasticloadbalancing/pricing/',
    asOf,
  },
  faultInjection: {
    usd: 0.1,
    per: 'action and minute of the Fault Injection Service',
    source: 'https://aws.amazon.com/fis/pricing/',
    asOf,
  },
  logs: {
    usd: 0.5,
    per: 'GB taken in by CloudWatch Logs',
    source: 'https://aws.amazon.com/cloudwatch/pricing/',
    asOf,
  },
  /** 0.01 USD for 1,000, each time that one is read, whatever time it is read of. */
  metricRead: {
    usd: 0.01 / 1000,
    per: 'metric read by GetMetricData',
    source: 'https://aws.amazon.com/cloudwatch/pricing/',
    asOf: '2026-11-28',
  },
} as const satisfies Record<string, Charge>

/** A GB of AWS, as its examples reckon. */
export const bytesPerGb = 1024 ** 3

/** USD for a byte that CloudWatch Logs takes in. */
export const logByteUsd = charges.logs.usd / bytesPerGb

/** USD an hour that every instance costs beside its price, whatever its type: its address and its disk. To a millionth, as prices have few digits. */
export const instancePerHour =
  Math.round((charges.publicAddress.usd + (instanceDiskGib * charges.disk.usd) / hoursPerMonth) * 1e6) / 1e6

/** A load balancer of ours stands in so many zones. */
const zonesOfLoadBalancer = 3

/** USD an hour of a load balancer with its addresses, before what is charged for its traffic. */
export const loadBalancerWithAddressesPerHour =
  charges.loadBalancer.usd + zonesOfLoadBalancer * charges.publicAddress.usd

/** What T4g sustains, as a share of its vCPUs; https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/burstable-credits-baseline-concepts.html, as of the same day. */
const baselineShares: Readonly<Record<string, number>> = {
  't4g.nano': 0.05,
  't4g.micro': 0.1,
  't4g.small': 0.2,
  't4g.medium': 0.2,
  't4g.large': 0.3,
  't4g.xlarge': 0.4,
  't4g.2xlarge': 0.4,
}

/** Whether AWS sells the type by what it sustains. */
export const isBurstable = (instanceType: string): boolean => Object.hasOwn(baselineShares, instanceType)

/** Of a burstable type, the cores that its price covers and what each more costs an hour; nothing of any other. */
export function surplusChargeOf({ instanceType, vcpu }: { instanceType: string; vcpu: number }): {
  baselineVcpu?: number
  surplusPerVcpuHour?: number
} {
  const share = isBurstable(instanceType) ? baselineShares[instanceType] : undefined
  return share === undefined ? {} : { baselineVcpu: vcpu * share, surplusPerVcpuHour: charges.surplusCpu.usd }
}

/** USD an hour for what an instance uses above its baseline, where its processes use so many cores together; nothing of other types. */
export function surplusPerHour(type: { instanceType: string; vcpu: number }, cores: number): number {
  const { baselineVcpu = type.vcpu, surplusPerVcpuHour = 0 } = surplusChargeOf(type)
  return surplusPerVcpuHour * Math.max(0, cores + instanceOverhead.cpu - baselineVcpu)
}
