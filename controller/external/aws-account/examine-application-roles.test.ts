import { beforeEach, describe, expect, it } from 'vitest'
import { environmentLabel } from '../../../core/resources/metadata'
import { AwsAccountBench, initialSpec, accountName } from '../../../tests/builders/aws-account-bench'
import { buildApplicationSpec } from '../../../tests/builders/environment-parts'

let bench: AwsAccountBench

beforeEach(() => {
  bench = new AwsAccountBench()
})

const arn = (role: string, of = initialSpec.accountNumber) => `arn:aws:iam::${of}:role/${role}`

/** The first deployment of an environment, of one application with `roles`. */
const deploy = (roles: Record<string, string>) =>
  bench.store.apply('Deployment', {
    name: 'deployment-1',
    labels: { [environmentLabel]: 'environment-1' },
    spec: {
      environment: 'environment-1',
      sequence: 1,
      applications: [buildApplicationSpec('web', { roles })],
    },
  })

describe('examination of the roles of applications', () => {
  it('shows each role of an application, and says of one that cannot be used what to do until it is mended', async () => {
    const trusting = (AWS: string) => ({
      Statement: [{ Effect: 'Allow', Principal: { AWS }, Action: 'sts:AssumeRole' }],
    })
    const runner = arn('sdo/sdo-process-runner')
    await bench.createEnvironment()
    const roles = {
      good: arn('good'),
      missing: arn('missing'),
      stranger: arn('stranger'),
      elsewhere: arn('elsewhere', '444455556666'),
      moved: arn('moved'),
      typo: 'good',
    }
    await deploy(roles)
    bench.stub.tagged.set('good', { arn: arn('good'), assumePolicy: trusting(runner) })
    bench.stub.tagged.set('stranger', { arn: arn('stranger'), assumePolicy: trusting(arn('somebody')) })
    bench.stub.tagged.set('moved', { arn: arn('apps/moved'), assumePolicy: trusting(runner) })
    await bench.setUp({ isEnvironmentHolder: true })

    const found = await bench.read()
    expect(found.message).toContain('5 roles of applications cannot be used yet')
    expect(
      Object.fromEntries((found.applicationRoles ?? []).map(({ arn, problem }) => [arn, problem])),
    ).toEqual({
      [roles.good]: undefined,
      [roles.missing]: expect.stringContaining(
        'is missing, or does not carry the tag sdo:application-role = true',
      ),
      [roles.stranger]: expect.stringContaining(`Allow sts:AssumeRole to ${runner}`),
      [roles.elsewhere]: expect.stringContaining(
        `in the account of the environment, ${initialSpec.accountNumber}`,
      ),
      [roles.moved]: expect.stringContaining(arn('apps/moved')),
      [roles.typo]: expect.stringContaining('not the ARN of a role'),
    })
    expect(found.applicationRoles?.[0]?.environments).toEqual(['Production'])

    const { good, ...bad } = roles
    const others = Object.fromEntries(Object.keys(bad).map((name) => [name, good]))
    await bench.store.apply('Environment', {
      name: 'environment-1',
      labels: {},
      spec: {
        displayName: 'Production',
        awsAccount: accountName,
        spotStrategy: 'ALL',
        overrides: [{ applicationId: 'web', roles: others }],
      },
    })
    bench.passMinutes(5)
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({
      message: 'The account is ready to associate with environments.',
      applicationRoles: [{ arn: roles.good, environments: ['Production'] }],
    })
  })

  it('is done unasked within a minute where a deployment brings a role that was not looked at', async () => {
    await bench.createEnvironment()
    await bench.setUp({ isEnvironmentHolder: true })
    const { examinations } = bench.stub
    const missing = arn('missing')
    bench.passMinutes(1)
    await deploy({ own: missing })
    await bench.reportReady()
    await bench.reconcile()
    expect(bench.stub.examinations).toBeGreaterThan(examinations)
    expect((await bench.read()).applicationRoles).toMatchObject([
      { arn: missing, problem: expect.stringContaining('missing') },
    ])
    const after = bench.stub.examinations
    bench.passMinutes(1)
    await bench.reconcile()
    expect(bench.stub.examinations).toBe(after)
  })

  it('keeps what it found while AWS does not answer about a role of an application', async () => {
    await bench.setUp({ isEnvironmentHolder: true })
    await bench.createEnvironment()
    await deploy({ app: arn('app') })
    bench.stub.failure = 'throttled'
    bench.passMinutes(5)
    await bench.reconcile()
    expect(await bench.read()).toMatchObject({ phase: 'Ready', applicationRoles: [] })
  })
})
