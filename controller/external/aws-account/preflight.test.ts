import { beforeEach, describe, expect, it } from 'vitest'
import { CloudError } from '../../cloud/cloud'
import { AwsAccountBench } from '../../../tests/builders/aws-account-bench'

let bench: AwsAccountBench
beforeEach(() => {
  bench = new AwsAccountBench()
})

const hour = 60
const day = 24 * hour
const preflight = async () => (await bench.read()).preflight
/** How thorough each time was. */
function watchDryRuns(): boolean[] {
  const times: boolean[] = []
  bench.stub.preflight.dryRun = async (isThorough) => {
    times.push(isThorough)
    return { asked: [], refused: [] }
  }
  return times
}

describe('the preflight of an account', () => {
  it('runs when the account is linked, daily, and when somebody asks', async () => {
    const times = watchDryRuns()
    await bench.setUp({ isEnvironmentHolder: true })
    expect(times).toEqual([true])
    bench.passMinutes(day - 1)
    await bench.reconcile()
    expect(times).toEqual([true])
    bench.passMinutes(1)
    await bench.reconcile()
    expect(times).toEqual([true, false])
    bench.passMinutes(10)
    await bench.apply({ isEnvironmentHolder: true, verifyRequest: 2 })
    await bench.reconcile()
    expect(times).toEqual([true, false, true])
    await bench.reconcile()
    expect(times).toHaveLength(3)
  })

  it('asks nothing of an account that holds no environments, or whose roles are wrong', async () => {
    const times = watchDryRuns()
    await bench.setUp()
    bench.stub.installed.delete('sdo-examination')
    await bench.apply({ isEnvironmentHolder: true, verifyRequest: 2 })
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'Failure' })
    expect(times).toEqual([])
  })

  it('leaves the account ready, whatever it finds', async () => {
    bench.stub.preflight.dryRun = async () => ({
      asked: ['ec2:CreateVpc', 'ec2:RunInstances'],
      refused: [
        { write: 'ec2:RunInstances', error: new CloudError('account-restricted', 'Being verified.') },
        {
          write: 'ec2:CreateVpc',
          error: new CloudError('access-denied', 'No.', { isDeniedFromAbove: true }),
        },
      ],
    })
    bench.stub.preflight.quota = async () => 0
    await bench.setUp({ isEnvironmentHolder: true })
    expect(await bench.read()).toMatchObject({ phase: 'Ready', ready: { status: 'True' } })
    expect((await preflight())?.refusedWrites).toEqual([
      { action: 'ec2:RunInstances', reason: 'restricted', message: 'Being verified.' },
      { action: 'ec2:CreateVpc', reason: 'denied-from-above', message: 'No.' },
    ])
  })

  it('goes on believing what it found and does not ask about every day', async () => {
    const error = new CloudError('account-restricted', 'Being verified.')
    bench.stub.preflight.dryRun = async (isThorough) =>
      isThorough
        ? { asked: ['ec2:CreateVpc', 'ec2:RunInstances'], refused: [{ write: 'ec2:RunInstances', error }] }
        : { asked: ['ec2:CreateVpc'], refused: [] }
    await bench.setUp({ isEnvironmentHolder: true })
    bench.passMinutes(day)
    await bench.reconcile()
    expect((await preflight())?.refusedWrites).toMatchObject([{ action: 'ec2:RunInstances' }])
  })

  it('tells of older roles what they do not allow, and asks the rest', async () => {
    bench.stub.preflight.quota = async () => {
      throw new CloudError('access-denied', 'Not authorized to perform servicequotas:GetServiceQuota.')
    }
    await bench.setUp({ isEnvironmentHolder: true })
    expect(await bench.read()).toMatchObject({ phase: 'Ready' })
    expect((await preflight())?.unanswered.map(({ question, isDenied }) => [question, isDenied])).toEqual([
      ['vpcs', true],
      ['load-balancers', true],
      ['on-demand-vcpus', true],
      ['spot-vcpus', true],
    ])
  })

  it('asks no more where AWS does not answer, and again in an hour', async () => {
    let calls = 0
    bench.stub.preflight.dryRun = async () => {
      calls++
      throw new CloudError('unavailable', 'AWS did not answer.')
    }
    let quotas = 0
    bench.stub.preflight.quota = async () => ++quotas
    await bench.setUp({ isEnvironmentHolder: true })
    expect(await bench.read()).toMatchObject({ phase: 'Ready' })
    expect([calls, quotas, (await preflight())?.unanswered.length]).toEqual([1, 0, 7])
    bench.passMinutes(hour - 1)
    await bench.reconcile()
    expect(calls).toBe(1)
    bench.passMinutes(1)
    await bench.reconcile()
    expect(calls).toBe(2)
  })
})
