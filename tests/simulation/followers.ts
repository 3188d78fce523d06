import { setMaxListeners } from 'node:events'
import { leadingBalancers } from '../../core/resources/leading-balancers'
import type { EnvironmentBench } from '../builders/environment-bench'

/** Between two requests to an application. */
const betweenMs = 100
/** How long somebody goes on with an address before asking anew: as resolvers do with an answer of Route 53's for a load balancer. */
const rememberedMs = 60_000
/** Followers of each application, who ask for the address at different times. */
const followersEach = 5

/**
 * People who ask for the address of an application, as `/v1` tells it, and send requests to that for a minute, through the simulator's load
 * balancers. A request is lost that no process of the application takes.
 */
export function followAddresses(bench: EnvironmentBench, applicationIds: string[]) {
  const ends = new AbortController()
  setMaxListeners(applicationIds.length * followersEach, ends.signal)
  const counted = { sent: 0, lost: [] as string[] }
  const told = async (applicationId: string) => {
    const status = (await bench.find())?.status
    const entry =
      status && leadingBalancers(status).find((one) => one.applicationId === applicationId && one.url)
    return entry?.https?.phase === 'Open' ? entry.https.url : entry?.url
  }
  const isServed = (applicationId: string, url: string | undefined) => {
    const target = bench.traffic.pools
      .get(url ?? '')?.()
      ?.pick(new Set())
    return target !== undefined && bench.agents.behind(target.port)?.applicationId === applicationId
  }
  const follow = async (applicationId: string, index: number) => {
    let url = await told(applicationId)
    let askAgain = bench.clock.now() + (rememberedMs / followersEach) * (index + 1)
    while (!ends.signal.aborted) {
      await bench.clock.sleep(betweenMs * followersEach, ends.signal)
      if (bench.clock.now() >= askAgain) {
        url = await told(applicationId)
        askAgain = bench.clock.now() + rememberedMs
      }
      counted.sent += 1
      if (!isServed(applicationId, url)) counted.lost.push(`${bench.clock.now()}: ${applicationId} at ${url}`)
    }
  }
  const all = applicationIds.flatMap((id) =>
    Array.from({ length: followersEach }, (_, index) => follow(id, index)),
  )
  return {
    counted,
    async end() {
      ends.abort()
      await Promise.all(all)
      return counted
    },
  }
}
