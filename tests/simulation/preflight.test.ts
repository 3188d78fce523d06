import { describe, expect, it } from 'vitest'
import { accountChecks } from '../../core/resources/account-checks'
import { silentLogger } from '../../core/logging/logger'
import { ec2Writes, hasDryRun } from '../../core/roles/environment-manager/ec2-writes'
import { readEnvironmentsIn } from '../../controller/external/aws-account/environments-in'
import { createAwsAccountReconciler } from '../../controller/external/aws-account/reconcile-aws-account'
import { createMemoryStore } from '../builders/memory-store'
import { buildSimulatedAws } from '../builders/simulated-aws'

/** An account that was just linked, with its checklist. */
async function link(
  prepare: (bench: Awaited<ReturnType<typeof buildSimulatedAws>>) => unknown = () => undefined,
) {
  const bench = await buildSimulatedAws()
  await prepare(bench)
  const { aws, clock, accountNumber, externalId } = bench
  const store = createMemoryStore(clock)
  const reconcile = createAwsAccountReconciler({
    store,
    environmentsIn: readEnvironmentsIn(store),
    cloud: aws,
    clock,
    platformAccountNumber: '999999999999',
    log: silentLogger,
  })
  await store.apply('AwsAccount', {
    name: 'main',
    labels: {},
    spec: {
      displayName: 'Main',
      accountNumber,
      externalId,
      isEnvironmentHolder: true,
      verifyRequest: 1,
      forceDelete: false,
    },
  })
  await reconcile('main')
  const { status } = (await store.get('AwsAccount', 'main')) ?? {}
  if (!status?.preflight) throw new Error('The account was not asked.')
  return { status, checks: accountChecks(status.preflight).filter(({ outcome }) => outcome !== 'good') }
}

describe('linking an account', () => {
  it('finds nothing to do in a plain one', async () => {
    expect((await link()).checks).toEqual([])
  })

  it.each(Object.values(ec2Writes).flat().filter(hasDryRun))(
    'tells beforehand that a policy above the account refuses %s',
    async (write) => {
      const { status, checks } = await link(({ aws }) => aws.faults.refuseFromAbove(write))
      expect(status.phase).toBe('Ready')
      expect(checks).toMatchObject([
        {
          name: 'Permissions',
          found: expect.stringContaining(write),
          remedy: expect.stringContaining('organization'),
        },
      ])
    },
  )

  it('tells beforehand that AWS still verifies the account', async () => {
    const { checks } = await link(({ aws }) => aws.faults.refuse('ec2:RunInstances', 'account-restricted'))
    expect(checks).toMatchObject([{ remedy: expect.stringContaining('AWS opens a new account by itself') }])
  })

  it('tells beforehand which quotas are short, and which key encrypts disks', async () => {
    const { checks } = await link(async ({ aws, accountNumber }) => {
      for (const name of ['vpcs', 'load-balancers', 'on-demand-vcpus', 'spot-vcpus'] as const)
        await aws.setQuota(accountNumber, name, 1)
      await aws.customer.chooseDiskKey(accountNumber, { isLeftToIam: false })
    })
    expect(checks.map(({ name }) => name)).toEqual([
      'VPCs',
      'Load balancers',
      'On-demand vCPUs',
      'Spot vCPUs',
      'Disk encryption',
    ])
  })
})
