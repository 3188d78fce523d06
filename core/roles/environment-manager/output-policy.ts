import { logGroupPath } from '../../aws/log-groups'
import { region } from '../../aws/region'
import { allow, policyDocument } from '../policy'
import type { RolePolicy } from '../role'

/** The groups that the output of processes goes to. What is in them is read when somebody asks for it; none is deleted. */
export const outputPolicy = (accountNumber: string): RolePolicy => ({
  name: 'make-log-groups',
  description: `Make the groups in CloudWatch Logs that the output of processes goes to, below ${logGroupPath}, and say how long they keep it. Read lines in them when somebody of your team asks for them in SDO. They are yours: they are never deleted.`,
  definition: policyDocument(
    allow(
      'MakeLogGroups',
      ['logs:CreateLogGroup', 'logs:DescribeLogStreams', 'logs:FilterLogEvents', 'logs:PutRetentionPolicy'],
      [`arn:aws:logs:${region}:${accountNumber}:log-group:${logGroupPath}*`],
    ),
  ),
})
