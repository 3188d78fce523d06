import { expect, it } from 'vitest'
import { ec2Writes, hasDryRun } from '../../../core/roles/environment-manager/ec2-writes'
import { dryRunCommands } from './preflight'

const place = { vpcId: 'vpc-1', subnet: { id: 'subnet-1', zone: 'us-east-1a' }, securityGroupId: 'sg-1' }
const commands = dryRunCommands(place, 'ami-1', {
  agentBundleUrl: 'https://example.com/agent',
  agentBundleSha256: 'ab'.repeat(32),
})

it('asks about every write as a dry run', () => {
  const writes = Object.values(ec2Writes).flat().filter(hasDryRun)
  expect(Object.keys(commands).sort()).toEqual([...writes].sort())
  for (const { input } of Object.values(commands)) expect(input.DryRun).toBe(true)
})

it('names nothing that there is where something would be changed or deleted', () => {
  for (const write of ec2Writes.change)
    if (hasDryRun(write)) expect(JSON.stringify(commands[write].input)).not.toMatch(/(vpc|subnet|sg)-1"/)
})
