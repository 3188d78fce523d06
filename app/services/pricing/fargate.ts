import { megabytesPerMebibyte } from '../../../core/catalogue/figures'
import { charges } from '../../../core/charges/charges'
import type { EstimatedApplication } from './estimate'
import { sumOfKnown } from './charges'

/** USD an hour of a vCPU and of a GiB in us-east-1, on Linux and ARM (aws.amazon.com/fargate/pricing). */
const prices = { vcpu: 0.03238, gib: 0.00356 }

/** The sizes of a task: vCPU, and GiB from and to in steps (Amazon ECS Developer Guide, "Task CPU and memory"). */
const taskSizes = [
  { vcpu: 0.25, from: 0.5, to: 0.5, step: 1 },
  { vcpu: 0.25, from: 1, to: 2, step: 1 },
  { vcpu: 0.5, from: 1, to: 4, step: 1 },
  { vcpu: 1, from: 2, to: 8, step: 1 },
  { vcpu: 2, from: 4, to: 16, step: 1 },
  { vcpu: 4, from: 8, to: 30, step: 1 },
  { vcpu: 8, from: 16, to: 60, step: 4 },
  { vcpu: 16, from: 32, to: 120, step: 8 },
]

/** USD an hour of one task of Fargate for each process with a public address, as instances have one, on-demand. Undefined when a process is too large for a task. */
export const fargatePerHour = (applications: readonly EstimatedApplication[]): number | undefined =>
  sumOfKnown(
    applications.map(({ count, ...size }) => {
      const price = taskPrice(size)
      return price === undefined ? undefined : (price + charges.publicAddress.usd) * count
    }),
  )

function taskPrice({ cpu, memoryMb }: Omit<EstimatedApplication, 'count'>): number | undefined {
  const gib = memoryMb / megabytesPerMebibyte / 1024
  const fitting = taskSizes.filter(({ vcpu, to }) => vcpu >= cpu && to >= gib)
  const offered = fitting.map(({ vcpu, from, step }) => {
    const taken = from + Math.max(0, Math.ceil((gib - from) / step)) * step
    return vcpu * prices.vcpu + taken * prices.gib
  })
  return offered.length > 0 ? Math.min(...offered) : undefined
}
