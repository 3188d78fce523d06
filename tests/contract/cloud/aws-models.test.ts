import { describe, expect, it } from 'vitest'
import { awaitedCodes, unknownCodes } from '../../moto/aws-error-codes'
import { faultsByModels } from '../../moto/aws-models'
import { motoPython } from '../../moto/moto-python'

/** aws.test.ts and aws-only.test.ts put their requests to them. */
describe.skipIf(motoPython.missing() !== undefined)('AWS’s own models', () => {
  it.each([
    [
      'a member that there is none of',
      { MinCount: 1, MaxCount: 1, InstanceTypes: [] },
      'has no member InstanceTypes',
    ],
    ['one that is missing', { MinCount: 1 }, 'lacks MaxCount'],
    ['another type', { MinCount: 1, MaxCount: '1' }, 'MaxCount is no integer'],
    [
      'a word that is none of theirs',
      { MinCount: 1, MaxCount: 1, InstanceType: 't4g.tiny' },
      "'t4g.tiny', none of",
    ],
  ])('refuse %s', async (_what, input, fault) => {
    const faults = await faultsByModels([{ service: 'EC2', operation: 'RunInstances', input }])
    expect(faults).toEqual([expect.stringContaining(fault)])
  })

  it('refuse what is too long, too many, or of other letters than they say', async () => {
    const faults = await faultsByModels([
      { service: 'ACM', operation: 'DescribeCertificate', input: { CertificateArn: 'arn' } },
      { service: 'CloudWatchLogs', operation: 'DeleteLogGroup', input: { logGroupName: 'a group' } },
      { service: 'EventBridge', operation: 'RemoveTargets', input: { Rule: 'rule', Ids: [] } },
      { service: 'IAM', operation: 'GetRole', input: { RoleName: 'r'.repeat(65) } },
    ])
    expect(faults).toEqual([
      'DescribeCertificate.CertificateArn is 3, less than 20',
      expect.stringContaining('DescribeCertificate.CertificateArn is'),
      expect.stringContaining('DeleteLogGroup.logGroupName is'),
      'RemoveTargets.Ids is 0, less than 1',
      'GetRole.RoleName is 65, more than 64',
    ])
  })

  it('refuse what is wrong deep inside of a request', async () => {
    const specification = { ResourceType: 'instances', Tags: [{ Key: 'a', Worth: 'b' }] }
    const input = { MinCount: 1, MaxCount: 1, TagSpecifications: [specification] }
    expect(await faultsByModels([{ service: 'EC2', operation: 'RunInstances', input }])).toEqual([
      expect.stringContaining("TagSpecifications[0].ResourceType is 'instances', none of"),
      'RunInstances.TagSpecifications[0].Tags[0] has no member Worth',
    ])
  })

  it('know every code of an error that is told apart', async () => {
    const awaited = awaitedCodes()
    expect(awaited.map(({ file }) => file)).toContain('target-groups.ts')
    expect(await unknownCodes(awaited)).toEqual([])
  })

  it('find a code that no error has, or an error of another service', async () => {
    const codes = ['DuplicateTargetGroupName', 'DuplicateTargetGroup', 'NoSuchHostedZone']
    expect(await unknownCodes([{ file: 'a.ts', services: ['elbv2'], codes }])).toEqual([
      'a.ts: DuplicateTargetGroup',
      'a.ts: NoSuchHostedZone',
    ])
  })

  it.each([
    ['operation', { service: 'EC2', operation: 'RunInstance', input: {} }],
    ['service', { service: 'EC3', operation: 'RunInstances', input: {} }],
  ])('refuse an %s that there is none of', async (_what, request) => {
    await expect(faultsByModels([request])).rejects.toThrow(/RunInstance|EC3/)
  })
})
