import { expect, it } from 'vitest'
import { buildMoveBench, web } from './move-bench'

const minuteSeconds = 60

it('an account with the request rates of AWS gets several ports behind a shared load balancer, with names and HTTPS, in time', async () => {
  const bench = await buildMoveBench({ profile: 'real', spec: { loadBalancing: 'SHARED' } })
  const api = web({ applicationId: 'api', name: 'api', ports: [{ port: 81, subdomain: 'api' }] })
  await bench.runUntilPhase(await bench.deploy(web(), api), 'Live', 15 * minuteSeconds)
  const areOnHttps = async () =>
    (await bench.status()).loadBalancers.every(({ https }) => https?.phase === 'Open')
  await bench.runUntil('both answer on HTTPS', areOnHttps, 15 * minuteSeconds)
  await bench.runUntilReady(5 * minuteSeconds)
  const before = [...bench.aws.refusedCalls.values()].reduce((sum, count) => sum + count, 0)
  await bench.runFor(10 * minuteSeconds)
  const after = [...bench.aws.refusedCalls.values()].reduce((sum, count) => sum + count, 0)
  expect(after - before).toBe(0)
}, 120_000)
