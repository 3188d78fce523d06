import { expect, it } from 'vitest'
import { ownerTags, type Tags } from '../core/aws/ownership'
import { lateTagSeconds } from '../controller/cloud/aws/recently-made'
import { buildSimulatedAws } from '../tests/builders/simulated-aws'
import { real } from './profiles/real'

const tags = (purpose: string): Tags => ownerTags('env-1', purpose)

async function buildLateAccount() {
  const bench = await buildSimulatedAws({ timings: { tagLagMs: real.timings.tagLagMs }, seed: 3 })
  const { network } = bench.account
  const vpc = await network.createVpc({ cidr: '10.20.0.0/16', tags: tags('vpc') })
  const createSubnet = (cidr = '10.20.0.0/18') =>
    network.createSubnet({ vpcId: vpc.id, zone: 'us-east-1a', cidr, tags: tags('subnet') })
  return { ...bench, vpc, createSubnet }
}

it('learns the tags of what was made just now after a while: until then what they allow is refused, as something that passes', async () => {
  const { clock, account, createSubnet } = await buildLateAccount()
  expect(await account.network.listVpcs(tags('vpc'))).toHaveLength(1)
  await expect(createSubnet()).rejects.toMatchObject({ kind: 'not-yet-allowed' })
  await clock.advance(real.timings.tagLagMs)
  await createSubnet()
})

it('learns tags that a hand changes as late, in both directions', async () => {
  const { aws, accountNumber, clock, vpc, createSubnet } = await buildLateAccount()
  await clock.advance(lateTagSeconds * 1000)
  await aws.customer.changeTags(accountNumber, vpc.id, {})
  await createSubnet()
  await clock.advance(real.timings.tagLagMs)
  await expect(createSubnet('10.20.64.0/18')).rejects.toMatchObject({ kind: 'access-denied' })
  await aws.customer.changeTags(accountNumber, vpc.id, vpc.tags)
  await expect(createSubnet('10.20.64.0/18')).rejects.toMatchObject({ kind: 'access-denied' })
  await clock.advance(real.timings.tagLagMs)
  await createSubnet('10.20.64.0/18')
})

it('is later under `real` than SDO looks again, and not as late as SDO takes it for lasting', () => {
  expect(real.timings.tagLagMs).toBeGreaterThan(5_000)
  expect(real.timings.tagLagMs).toBeLessThan(lateTagSeconds * 1000)
})
