import { setMaxListeners } from 'node:events'
import { covers } from '../../core/dns/dns-names'
import { httpPort, httpsPort } from '../../controller/cloud/cloud'
import { routeOf } from '../../simulator/load-balancing/route-request'
import { leadingBalancers } from '../../core/resources/leading-balancers'
import type { EnvironmentBench } from '../builders/environment-bench'
import { openPortsIn, type CertificateBench } from './certificate-bench'

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

type Internet = Pick<CertificateBench, 'snapshot' | 'targetOf' | 'traffic' | 'agents' | 'clock'>

/** What people on the internet meet at one moment. */
function look(bench: Internet) {
  const snapshot = bench.snapshot()
  const { loadBalancers, certificates } = snapshot
  const targets = new Map<string, string | undefined>()
  return {
    loadBalancers,
    certificates,
    openPorts: openPortsIn(snapshot),
    targetOf(name: string) {
      if (!targets.has(name)) targets.set(name, bench.targetOf(name))
      return targets.get(name)
    },
  }
}

/**
 * People who ask a resolver for a name, and send requests to the load balancer that it leads to for a minute: on HTTP until they are sent to
 * HTTPS, from then on there. A request is lost that no process of the application takes, or that is shown a certificate which does not fit.
 *
 * @param applicationByName each name with the application that is to answer
 */
export function followNames(bench: Internet, applicationByName: Record<string, string>) {
  const ends = new AbortController()
  const names = Object.keys(applicationByName)
  setMaxListeners(names.length * followersEach, ends.signal)
  const counted = { sent: 0, lost: [] as string[] }
  // All who ask at one moment see the same.
  let seen = { epoch: -1, ...look(bench) }
  const at = () =>
    seen.epoch === bench.clock.now() ? seen : (seen = { epoch: bench.clock.now(), ...look(bench) })
  const balancerAt = (target: string | undefined) =>
    at().loadBalancers.find((one) => target?.startsWith(`${one.name}-`))

  function isServed(name: string, target: string | undefined, port: number): boolean {
    const balancer = balancerAt(target)
    const listener = balancer?.listeners.find((one) => one.port === port)
    if (!balancer || !listener || !at().openPorts.includes(port)) return false
    const fits = listener.certificateIds.some((id) =>
      at()
        .certificates.find((one) => one.id === id)
        ?.domainNames.some((one) => covers(one, name)),
    )
    if (port === httpsPort && !fits) return false
    const url = port === httpsPort ? balancer.httpsUrl : (listener.url ?? balancer.url)
    const pool = bench.traffic.pools.get(url ?? '')?.(name)
    const endpoint = pool?.pick(new Set())
    return (
      endpoint !== undefined && bench.agents.behind(endpoint.port)?.applicationId === applicationByName[name]
    )
  }
  function isSent(name: string, target: string | undefined): boolean {
    const listener = balancerAt(target)?.listeners.find(({ port }) => port === httpPort)
    return listener !== undefined && routeOf(listener, name, bench.clock.now()).action === 'redirect'
  }
  const follow = async (name: string, index: number) => {
    let target = at().targetOf(name)
    let isOnHttps = false
    let askAgain = bench.clock.now() + (rememberedMs / followersEach) * (index + 1)
    while (!ends.signal.aborted) {
      await bench.clock.sleep(betweenMs * followersEach, ends.signal)
      if (bench.clock.now() >= askAgain) {
        target = at().targetOf(name)
        // The name is gone, and nobody has its address any more.
        if (target === undefined) return
        askAgain = bench.clock.now() + rememberedMs
      }
      isOnHttps ||= isSent(name, target)
      counted.sent += 1
      const port = isOnHttps ? httpsPort : httpPort
      if (!isServed(name, target, port))
        counted.lost.push(`${bench.clock.now()}: ${name} on ${port} at ${target}`)
    }
  }
  const all = names.flatMap((name) =>
    Array.from({ length: followersEach }, (_, index) => follow(name, index)),
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
