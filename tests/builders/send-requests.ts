import type { EnvironmentBench } from './environment-bench'

const minuteMs = 60_000
/** After its end CloudWatch hears of a half of a minute, then of the rest. */
const heardMs = [40_000, 110_000]

/**
 * Sends so many requests in each minute to the load balancers of an application. CloudWatch hears of them as late as it does in AWS: first of a half
 * of each minute, then of the rest; of a minute of which it `isHeard` says otherwise, of nothing.
 */
export async function sendRequests(
  bench: EnvironmentBench,
  applicationId: string,
  countAt: (epoch: number) => number,
  isHeard: (epoch: number) => boolean = () => true,
): Promise<void> {
  const { loadBalancers } = await bench.status()
  const groups = loadBalancers.flatMap((one) =>
    one.applicationId === applicationId && one.loadBalancerId && one.targetGroupId
      ? { loadBalancerId: one.loadBalancerId, targetGroupId: one.targetGroupId }
      : [],
  )
  const next = heardMs.map(() => Math.floor(bench.clock.now() / minuteMs) * minuteMs)
  bench.watch(() => {
    for (const [part, lateMs] of heardMs.entries())
      for (
        let epoch = next[part] ?? Infinity;
        epoch + minuteMs + lateMs <= bench.clock.now();
        epoch += minuteMs
      ) {
        next[part] = epoch + minuteMs
        const count = countAt(epoch) / groups.length / heardMs.length
        if (count > 0 && isHeard(epoch))
          for (const group of groups)
            void bench.aws.serveRequests(bench.accountNumber, { ...group, epoch, count, milliseconds: 20 })
      }
  })
}
