import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { it } from 'vitest'
import { createStsRoleCredentials } from '../../../agent/credentials/sts-role-credentials'
import type { Tags } from '../../../core/aws/ownership'
import { region } from '../../../core/aws/region'
import { applicationRoleTag, applicationRoleValue, processRunnerRoleName } from '../../../core/roles/names'
import { enterAccount } from '../../moto/install-stack'
import { openMotoCloud } from '../../moto/moto-cloud'
import { motoPython } from '../../moto/moto-python'
import { describeRoleCredentials, type RoleCredentialsHarness } from './role-credentials-contract'

const missing = motoPython.missing()

if (missing === undefined) describeRoleCredentials('AWS, on moto', openMoto, { ignoresPolicies: true })
else if (process.env.SDO_REQUIRE_ALL_SUITES === '1')
  it('credentials of roles: AWS, on moto', () => {
    throw new Error(missing)
  })
else it.skip(`credentials of roles: AWS, on moto. ${missing}`)

async function openMoto(): Promise<RoleCredentialsHarness> {
  const { endpoint, newAccount, createRole, close } = await openMotoCloud()
  const { accountNumber } = await newAccount()
  const root = `arn:aws:iam::${accountNumber}`
  const owner = await enterAccount(endpoint, accountNumber)
  const runnerArn = `${root}:role/sdo/${processRunnerRoleName}`
  // What the metadata service of the instance would hand out: moto has none that knows the instance.
  const { Credentials } = await new STSClient({ region, endpoint, credentials: owner }).send(
    new AssumeRoleCommand({ RoleArn: runnerArn, RoleSessionName: 'instance' }),
  )
  const credentials = {
    accessKeyId: Credentials?.AccessKeyId ?? '',
    secretAccessKey: Credentials?.SecretAccessKey ?? '',
    sessionToken: Credentials?.SessionToken ?? '',
  }
  let roles = 0
  return {
    roleCredentials: createStsRoleCredentials({ stsEndpoint: endpoint, credentials }),
    async createRole({ trusts, hasTag }) {
      const principal = trusts === 'process-runner' ? runnerArn : `${root}:root`
      const tags: Tags = hasTag ? { [applicationRoleTag]: applicationRoleValue } : {}
      const name = `customer-${(roles += 1)}`
      await createRole(accountNumber, { name, trusted: principal, tags })
      return `${root}:role/${name}`
    },
    async whoIs(given) {
      const sts = new STSClient({ region, endpoint, credentials: given })
      const { Arn } = await sts.send(new GetCallerIdentityCommand({}))
      return Arn?.split('/').at(-2) ?? ''
    },
    close,
  }
}
