import { createStsRoleCredentials } from '../../../agent/credentials/sts-role-credentials'
import { applicationRoleTag, applicationRoleValue, processRunnerRoleName } from '../../../core/roles/names'
import { buildSimulatedAws } from '../../builders/simulated-aws'
import { buildSimulatedEnvironment } from '../../builders/simulated-environment'
import { trustPolicy } from '../../builders/trust-policy'
import { describeRoleCredentials } from './role-credentials-contract'

describeRoleCredentials('the metadata service and STS of an instance of the simulated account', async () => {
  // The SDK looks at the real time.
  const bench = await buildSimulatedAws({ servesInstances: true, startEpoch: Date.now() })
  const { aws, accountNumber, booter } = bench
  const environment = await buildSimulatedEnvironment(bench)
  const { id } = await environment.launchRunning('token')
  const root = `arn:aws:iam::${accountNumber}`
  const principals = {
    'process-runner': `${root}:role/sdo/${processRunnerRoleName}`,
    account: `${root}:root`,
    nobody: `${root}:role/somebody-else`,
  }
  let roles = 0
  return {
    roleCredentials: createStsRoleCredentials(booter.agents.get(id)?.bootstrap),
    async createRole({ trusts, hasTag }) {
      const name = `customer-${(roles += 1)}`
      await aws.customer.changeRole(accountNumber, name, {
        path: '/apps/',
        assumePolicy: trustPolicy(principals[trusts]),
        tags: hasTag ? { [applicationRoleTag]: applicationRoleValue } : {},
      })
      return `${root}:role/apps/${name}`
    },
    async whoIs({ sessionToken }) {
      const [payload = ''] = sessionToken.split('.')
      return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { roleName: string }).roleName
    },
    close: () => aws.close(),
  }
})
