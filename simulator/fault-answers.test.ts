import { describe, expect, it } from 'vitest'
import { cloudErrorKinds } from '../controller/cloud/cloud'
import { failureOf } from './fault-answers'

const actions = [
  'ec2:RunInstances',
  'ec2:CreateVpc',
  'elasticloadbalancing:CreateLoadBalancer',
  'elasticloadbalancing:CreateTargetGroup',
  'route53:ChangeResourceRecordSets',
  'acm:RequestCertificate',
  'iam:GetRole',
  'sqs:ReceiveMessage',
  'logs:CreateLogGroup',
  'sts:AssumeRole',
]

describe.each(actions)('a failure of %s', (action) => {
  it.each(cloudErrorKinds)('of the kind %s is what the real client makes of AWS’s answer', (kind) => {
    expect(failureOf(kind, action)).toMatchObject({ kind, isDeniedFromAbove: false })
  })

  it('by a policy above the account is told apart', () => {
    expect(failureOf('access-denied', action, true)).toMatchObject({
      kind: 'access-denied',
      isDeniedFromAbove: true,
    })
  })
})
