import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assumedRole, cloudAt, startFakeAws, type FakeAws } from '../../../tests/builders/fake-aws'

const health = `<DescribeTargetHealthResponse><DescribeTargetHealthResult><TargetHealthDescriptions>
<member><Target><Id>i-1</Id><Port>50000</Port></Target><TargetHealth><State>unhealthy</State><Reason>Target.ResponseCodeMismatch</Reason><Description>Health checks failed with these codes: [400]</Description></TargetHealth></member>
<member><Target><Id>i-2</Id><Port>50001</Port></Target><TargetHealth><State>healthy</State></TargetHealth></member>
</TargetHealthDescriptions></DescribeTargetHealthResult></DescribeTargetHealthResponse>`

describe('target groups in AWS', () => {
  let aws: FakeAws
  beforeAll(async () => {
    aws = await startFakeAws((action) =>
      action === 'AssumeRole' ? assumedRole(new Date(Date.now() + 3600_000)) : { body: health },
    )
  })
  afterAll(() => aws.close())

  it('bring what AWS says of a target that gets no requests', async () => {
    const { loadBalancers } = cloudAt(aws).account({ accountNumber: '111122223333', externalId: 'ext-1' })
    expect(await loadBalancers.listTargets('group')).toEqual([
      {
        instanceId: 'i-1',
        port: 50_000,
        state: 'unhealthy',
        reason: 'Target.ResponseCodeMismatch',
        description: 'Health checks failed with these codes: [400]',
      },
      { instanceId: 'i-2', port: 50_001, state: 'healthy' },
    ])
  })
})
