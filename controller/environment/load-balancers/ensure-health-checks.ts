import { isDeepStrictEqual } from 'node:util'
import { allDone } from '../../reconcile/outcome'
import type { Learned, Work } from '../concern'
import { defaultBalancerCheck, wantedBalancerCheck } from '../workload/balancer-check'

/** Lets each target group ask as the processes behind it want it. */
export async function ensureHealthChecks({ pass, draft: { status } }: Work): Promise<Learned> {
  await allDone(
    status.loadBalancers.map(async (entry) => {
      const { targetGroupId, healthCheck: present = defaultBalancerCheck } = entry
      const wanted = wantedBalancerCheck(pass, status, entry)
      if (!targetGroupId || isDeepStrictEqual(wanted, present)) return
      await pass.account.loadBalancers.changeHealthCheck(targetGroupId, wanted)
      if (isDeepStrictEqual(wanted, defaultBalancerCheck)) delete entry.healthCheck
      else entry.healthCheck = wanted
    }),
  )
  return {}
}
