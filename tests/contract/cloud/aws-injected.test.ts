import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { instanceLines } from '../../../core/environment-log/instance-lines'
import { findCondition } from '../../../core/resources/find-condition'
import { buildApplicationSpec } from '../../builders/environment-parts'
import { ec2Refusal, loadBalancingRefusal } from '../../moto/forward'
import { endedAtLaunch, injectAnswers, type InjectingMoto } from '../../moto/injected-answers'
import { openMotoCloud, type MotoCloud } from '../../moto/moto-cloud'
import { motoPython } from '../../moto/moto-python'
import { buildEnvironmentOnMoto } from '../../moto/environment-on-moto'
import { buildEnvironment } from './environment'
import { expectCloudError } from './expect-cloud-error'

/** Answers that AWS gives and moto does not; aws.test.ts says it when moto is missing. */
describe.skipIf(motoPython.missing() !== undefined)('AWS, on moto, answers as AWS alone does', () => {
  let moto: MotoCloud
  let aws: InjectingMoto
  beforeAll(async () => {
    moto = await openMotoCloud({ standBefore: async (endpoint) => (aws = await injectAnswers(endpoint)) })
  })
  afterEach(() => aws?.clear())
  afterAll(() => moto?.close())

  const open = () =>
    buildEnvironment({
      ...moto,
      retentionOf: () => Promise.resolve(undefined),
      putLines: () => Promise.resolve(),
      consumeCapacity: () => Promise.resolve(),
      serveRequests: () => Promise.resolve(),
      async eventually(what, condition) {
        const outcome = await condition()
        if (outcome) return outcome
        throw new Error(`${what} is not so at once`)
      },
    })
  const notFound = (kind: string, id: string) =>
    ec2Refusal(`Invalid${kind}ID.NotFound`, `The ${kind} ID '${id}' does not exist`)
  const freePlan = ec2Refusal(
    'InvalidParameterCombination',
    'The specified instance type is not eligible for Free Tier. For a list of Free Tier instance types, run describe-instance-types with the filter free-tier-eligible=true.',
  )
  const noLoadBalancers = loadBalancingRefusal(
    'OperationNotPermitted',
    'This AWS account currently does not support creating load balancers. For more information, please contact AWS Support.',
  )

  describe('and its client', () => {
    it('does not find a network that was made a moment ago, and then does', async () => {
      const { account, vpc, subnets, tags } = await open()
      const subnet = { vpcId: vpc.id, zone: subnets[0].zone, cidr: '10.20.64.0/20', tags: tags('subnet') }
      aws.inject('CreateSubnet', () => notFound('Vpc', vpc.id))
      aws.inject('DescribeVpcs', () => notFound('Vpc', vpc.id))
      await expectCloudError(account.network.createSubnet(subnet), 'not-found')
      expect(await account.lookup.find('vpc', vpc.id)).toBeUndefined()
      expect(await account.lookup.find('vpc', vpc.id)).toMatchObject({ id: vpc.id })
      expect(await account.network.createSubnet(subnet)).toMatchObject({ vpcId: vpc.id })
    })

    it('describes all other instances while AWS does not know the newest, and does not take it for terminated', async () => {
      const { account, launchRunning } = await open()
      const [old, young] = [await launchRunning(), await launchRunning()]
      const isAboutYoung = (parameters: URLSearchParams) => [...parameters.values()].includes(young.id)
      for (const action of ['DescribeInstances', 'TerminateInstances'])
        aws.inject(action, () => notFound('Instance', young.id), { times: 2, isMeant: isAboutYoung })
      expect(await account.instances.describe([old.id, young.id])).toMatchObject([{ id: old.id }])
      await account.instances.terminate([old.id, young.id])
      expect(await account.instances.describe([old.id, young.id])).toMatchObject([
        { id: old.id, state: 'terminated' },
        { id: young.id, state: 'running' },
      ])
    })

    it('tells why AWS ended an instance before it was up', async () => {
      const { account, launchRunning } = await open()
      const { id } = await launchRunning()
      const reason = ['Client.InternalError', 'Client.InternalError: Client error on launch'] as const
      aws.inject('DescribeInstances', endedAtLaunch(...reason))
      expect(await account.instances.describe([id])).toMatchObject([
        { id, state: 'terminated', endReason: { code: reason[0], message: reason[1] } },
      ])
    })

    it.each([
      ['a type that the free plan does not include', freePlan, 'type-not-allowed'],
      [
        'an account that is being verified',
        ec2Refusal(
          'PendingVerification',
          'Your request for accessing resources in this region is being validated.',
        ),
        'account-restricted',
      ],
      [
        'Spot beyond the quota',
        ec2Refusal('MaxSpotInstanceCountExceeded', 'Max spot instance count exceeded'),
        'quota-exceeded',
      ],
      [
        'a type that the zone lacks',
        ec2Refusal(
          'Unsupported',
          'Your requested instance type is not supported in your requested Availability Zone.',
        ),
        'insufficient-capacity',
      ],
    ] as const)('tells %s apart', async (_what, answer, kind) => {
      const { account, launchRequest } = await open()
      aws.inject('RunInstances', () => answer)
      await expectCloudError(account.instances.launch(launchRequest()), kind)
    })

    it('knows a refusal by a policy above the account, and shows none of its ciphertext', async () => {
      const { account, launchRequest } = await open()
      const words =
        'You are not authorized to perform this operation. User: arn:aws:sts::123456789012:assumed-role/sdo is not authorized to perform: ec2:RunInstances with an explicit deny in a service control policy. Encoded authorization failure message: ciphertext'
      aws.inject('RunInstances', () => ec2Refusal('UnauthorizedOperation', words, 403))
      const refusal = await expectCloudError(account.instances.launch(launchRequest()), 'access-denied')
      expect(refusal.isDeniedFromAbove).toBe(true)
      expect(refusal.message).not.toContain('ciphertext')
    })

    it('knows that the account may not have load balancers', async () => {
      const { createLoadBalancer } = await open()
      aws.inject('CreateLoadBalancer', () => noLoadBalancers)
      await expectCloudError(createLoadBalancer('web'), 'account-restricted')
    })

    it('gives up after some attempts where AWS goes on refusing because there are too many', async () => {
      const { account, launchRequest } = await open()
      const before = aws.countOf('RunInstances')
      const answer = ec2Refusal('RequestLimitExceeded', 'Request limit exceeded.', 503)
      aws.inject('RunInstances', () => answer, { times: 20 })
      await expectCloudError(account.instances.launch(launchRequest()), 'throttled')
      expect(aws.countOf('RunInstances') - before).toBeGreaterThan(1)
    })
  })

  describe('and the controller', () => {
    it('makes a network of which AWS does not find each part at first, once', async () => {
      const environment = await buildEnvironmentOnMoto(moto)
      for (const action of ['CreateSubnet', 'CreateSecurityGroup', 'AttachInternetGateway'])
        aws.inject(action, () => notFound('Vpc', 'vpc-new'), { times: 2 })
      aws.inject('AuthorizeSecurityGroupIngress', () =>
        ec2Refusal('InvalidGroup.NotFound', 'The security group does not exist'),
      )
      await environment.runUntil('the network is there', async () => {
        const { conditions, network } = await environment.status()
        return network.subnets.length > 0 && findCondition(conditions, 'NetworkReady')?.status === 'True'
      })
      const { network, instances } = environment.account
      expect(await network.listVpcs(environment.tags)).toHaveLength(1)
      expect((await network.listSubnets(environment.tags)).length).toBe(
        (await environment.status()).network.subnets.length,
      )
      expect(await network.listSecurityGroups(environment.tags)).toHaveLength(2)
      expect(await instances.list(environment.tags)).toEqual([])
    })

    it('asks once for a type that the free plan does not include, and launches another', async () => {
      const environment = await buildEnvironmentOnMoto(moto)
      const asked: string[] = []
      aws.inject(
        'RunInstances',
        (_answer, parameters) => {
          asked.push(parameters.get('InstanceType') ?? '')
          return freePlan
        },
        {
          times: 100,
          isMeant: (parameters) => [undefined, parameters.get('InstanceType')].includes(asked[0]),
        },
      )
      await environment.deploy(buildApplicationSpec('web'))
      await environment.runUntil('another one is launched', async () =>
        (await environment.status()).instances.some(({ instanceId }) => instanceId !== undefined),
      )
      expect(asked).toHaveLength(1)
    })

    it('says why AWS ended an instance before it was up', async () => {
      const environment = await buildEnvironmentOnMoto(moto)
      aws.inject(
        'DescribeInstances',
        endedAtLaunch('Client.InternalError', 'Client.InternalError: Client error on launch'),
        { times: 100 },
      )
      await environment.deploy(buildApplicationSpec('web'))
      const lines = async () =>
        (await environment.status()).events.filter(({ code }) => code === instanceLines.endedAtLaunch.code)
      await environment.runUntil('it is said', async () => (await lines()).length > 0)
      expect((await lines())[0]?.message).toContain('AWS says: Client.InternalError: Client error on launch.')
    })

    it('waits where the account may not have load balancers', async () => {
      const environment = await buildEnvironmentOnMoto(moto)
      aws.inject('CreateLoadBalancer', () => noLoadBalancers, { times: 1000 })
      await environment.deploy(buildApplicationSpec('web'))
      await environment.runUntil('it says so', async () => {
        const { conditions } = await environment.status()
        return findCondition(conditions, 'CloudAccess')?.reason === 'AccountNotReady'
      })
    })
  })
})
