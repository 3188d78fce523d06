import {
  AddRoleToInstanceProfileCommand,
  AttachRolePolicyCommand,
  CreateInstanceProfileCommand,
  CreateRoleCommand,
  IAMClient,
  PutRolePolicyCommand,
} from '@aws-sdk/client-iam'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { region } from '../../core/aws/region'

/** Anybody may be anybody in moto; it derives the account from the credentials it gave out. */
export const anyCredentials = { accessKeyId: 'test', secretAccessKey: 'test' }

interface RoleProperties {
  RoleName: string
  Path: string
  Description: string
  AssumeRolePolicyDocument: object
  Policies: { PolicyName: string; PolicyDocument: object }[]
  ManagedPolicyArns: string[]
}

interface InstanceProfileProperties {
  InstanceProfileName: string
  Path: string
  Roles: { Ref: string }[]
}

type TemplateResource =
  | { Type: 'AWS::IAM::Role'; Properties: RoleProperties }
  | { Type: 'AWS::IAM::InstanceProfile'; Properties: InstanceProfileProperties }

/** Makes in an account what a role template says, as CloudFormation would: moto's own mangles inline policies. */
export async function installStack(endpoint: string, accountNumber: string, template: object): Promise<void> {
  const iam = new IAMClient({ region, endpoint, credentials: await enterAccount(endpoint, accountNumber) })
  const resources = (template as { Resources: Record<string, TemplateResource> }).Resources
  for (const resource of Object.values(resources))
    if (resource.Type === 'AWS::IAM::Role') await createRole(iam, resource.Properties)
  for (const resource of Object.values(resources))
    if (resource.Type === 'AWS::IAM::InstanceProfile') {
      const { InstanceProfileName, Path, Roles } = resource.Properties
      await iam.send(new CreateInstanceProfileCommand({ InstanceProfileName, Path }))
      for (const { Ref } of Roles) {
        const role = resources[Ref]
        if (role?.Type !== 'AWS::IAM::Role') throw new Error(`${InstanceProfileName} refers to no role.`)
        const { RoleName } = role.Properties
        await iam.send(new AddRoleToInstanceProfileCommand({ InstanceProfileName, RoleName }))
      }
    }
  iam.destroy()
}

async function createRole(iam: IAMClient, role: RoleProperties): Promise<void> {
  const { RoleName, Path, Description } = role
  const trust = JSON.stringify(role.AssumeRolePolicyDocument)
  await iam.send(new CreateRoleCommand({ RoleName, Path, Description, AssumeRolePolicyDocument: trust }))
  for (const { PolicyName, PolicyDocument } of role.Policies)
    await iam.send(
      new PutRolePolicyCommand({ RoleName, PolicyName, PolicyDocument: JSON.stringify(PolicyDocument) }),
    )
  for (const PolicyArn of role.ManagedPolicyArns)
    await iam.send(new AttachRolePolicyCommand({ RoleName, PolicyArn }))
}

/** Credentials of the owner of an account. */
export async function enterAccount(endpoint: string, accountNumber: string) {
  const sts = new STSClient({ region, endpoint, credentials: anyCredentials })
  const { Credentials } = await sts.send(
    new AssumeRoleCommand({ RoleArn: `arn:aws:iam::${accountNumber}:role/owner`, RoleSessionName: 'owner' }),
  )
  sts.destroy()
  if (!Credentials?.AccessKeyId || !Credentials.SecretAccessKey)
    throw new Error(`Account ${accountNumber} could not be entered.`)
  const { AccessKeyId, SecretAccessKey, SessionToken } = Credentials
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken }
}
