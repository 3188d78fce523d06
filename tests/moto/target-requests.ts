import {
  DescribeTargetHealthCommand,
  ElasticLoadBalancingV2Client,
  paginateDescribeTargetGroups,
  TargetGroupNotFoundException,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import { region } from '../../core/aws/region'
import { enterAccount } from './install-stack'

/** Which instances answered at one moment, and which did not although they were targets. */
export interface Look {
  answered: string[]
  silent: string[]
}

export interface TargetRequests {
  looks: Look[]
  stop(): Promise<void>
}

const lookMilliseconds = 100
const answerMilliseconds = 3000

/** A target group that went between the list and the question has no targets. */
function unlessGone(error: unknown) {
  if (error instanceof TargetGroupNotFoundException) return { TargetHealthDescriptions: [] }
  throw error
}

/**
 * Asks every registered target for /health, again and again, as the load balancer would that moto only pretends to have.
 *
 * @param addressOf tells where an instance is
 */
export async function askTargets(
  endpoint: string,
  accountNumber: string,
  addressOf: (instanceId: string) => string | undefined,
): Promise<TargetRequests> {
  const elb = new ElasticLoadBalancingV2Client({
    region,
    endpoint,
    credentials: await enterAccount(endpoint, accountNumber),
  })
  const looks: Look[] = []
  const stopping = new AbortController()

  async function listTargets(): Promise<{ id: string; port: number }[]> {
    const targets: { id: string; port: number }[] = []
    for await (const { TargetGroups = [] } of paginateDescribeTargetGroups({ client: elb }, {}))
      for (const { TargetGroupArn } of TargetGroups) {
        const { TargetHealthDescriptions = [] } = await elb
          .send(new DescribeTargetHealthCommand({ TargetGroupArn }))
          .catch(unlessGone)
        for (const { Target } of TargetHealthDescriptions)
          targets.push({ id: Target?.Id ?? '', port: Target?.Port ?? 0 })
      }
    return targets
  }

  async function look(): Promise<void> {
    const outcome: Look = { answered: [], silent: [] }
    const ask = async ({ id, port }: { id: string; port: number }) => {
      const signal = AbortSignal.timeout(answerMilliseconds)
      const isWell = await fetch(`http://${addressOf(id)}:${port}/health`, { signal }).then(
        ({ ok }) => ok,
        () => false,
      )
      outcome[isWell ? 'answered' : 'silent'].push(id)
    }
    await Promise.all((await listTargets()).map(ask))
    looks.push(outcome)
  }

  const asking = (async () => {
    while (!stopping.signal.aborted) {
      await look()
      await new Promise((resolve) => setTimeout(resolve, lookMilliseconds))
    }
  })()
  asking.catch(() => undefined)
  return {
    looks,
    async stop() {
      stopping.abort()
      await asking.finally(() => elb.destroy())
    },
  }
}
