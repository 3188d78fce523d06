import { randomInt, randomUUID } from 'node:crypto'
import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam'
import {
  ChangeResourceRecordSetsCommand,
  CreateHostedZoneCommand,
  Route53Client,
  type RRType,
} from '@aws-sdk/client-route-53'
import { createAwsCloud } from '../../controller/cloud/aws/aws-cloud'
import type { AccountAccess, CallObserver, Cloud } from '../../controller/cloud/cloud'
import type { Tags } from '../../core/aws/ownership'
import { region } from '../../core/aws/region'
import { silentLogger } from '../../core/logging/logger'
import { cloudFormationTemplate } from '../../core/roles/cloudformation'
import { requiredRoles } from '../../core/roles/required-roles'
import { createCustomerVpc } from './customer-vpc'
import { trustPolicy } from '../builders/trust-policy'
import { anyCredentials, enterAccount, installStack } from './install-stack'
import { platformAccountNumber, startMotoServer } from './moto-server'

export interface MotoCloud {
  /** The AWS side of the cloud, with moto in the place of AWS. */
  cloud: Cloud
  endpoint: string
  /** An account of its own, with the required roles installed. Default: for an environment holder. */
  newAccount(options?: { isEnvironmentHolder: boolean }): Promise<AccountAccess>
  /** Makes a role as the customer would, without a path; who is trusted is an ARN. */
  createRole(accountNumber: string, role: { name: string; trusted: string; tags: Tags }): Promise<void>
  /** Makes a hosted zone as the customer would; answers its id without a prefix. */
  createHostedZone(accountNumber: string, zone: { name: string; isPrivate?: boolean }): Promise<string>
  /** Makes a record as the customer would. */
  putRecord(
    accountNumber: string,
    record: { zoneId: string; name: string; type: RRType; value: string },
  ): Promise<void>
  /** Makes a VPC as the customer would, with a range of IPv6; answers its id. */
  createVpc(accountNumber: string, vpc: { cidr: string; otherCidr?: string }): Promise<string>
  close(): Promise<void>
}

/** `observe` hears of every call of the cloud. What `standBefore` starts stands between them and moto. */
export async function openMotoCloud({
  observe,
  standBefore,
}: {
  observe?: CallObserver
  standBefore?: (moto: string) => Promise<{ endpoint: string; stop(): Promise<void> }>
} = {}): Promise<MotoCloud> {
  const moto = await startMotoServer()
  const before = await standBefore?.(moto.endpoint)
  const { endpoint } = before ?? moto
  const cloud = createAwsCloud({
    endpoint,
    credentials: anyCredentials,
    platformAccountNumber,
    observe,
    agentRelease: { agentBundleUrl: 'https://example.com/agent.tar.gz', agentBundleSha256: 'ab'.repeat(32) },
    log: silentLogger,
  })
  return {
    cloud,
    endpoint,
    async newAccount({ isEnvironmentHolder } = { isEnvironmentHolder: true }) {
      const accountNumber = String(randomInt(1e11, 2e11))
      const access = { accountNumber, externalId: `external-${accountNumber}` }
      const roles = requiredRoles({
        ...access,
        isEnvironmentHolder,
        isNetworkHolder: true,
        platformAccountNumber,
      })
      await installStack(endpoint, accountNumber, cloudFormationTemplate(roles))
      return access
    },
    async createRole(accountNumber, { name, trusted, tags }) {
      const iam = new IAMClient({
        region,
        endpoint,
        credentials: await enterAccount(endpoint, accountNumber),
      })
      await iam.send(
        new CreateRoleCommand({
          RoleName: name,
          AssumeRolePolicyDocument: JSON.stringify(trustPolicy(trusted)),
          Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
        }),
      )
      iam.destroy()
    },
    async createHostedZone(accountNumber, { name, isPrivate = false }) {
      const route53 = await openRoute53(endpoint, accountNumber)
      const { HostedZone } = await route53.send(
        new CreateHostedZoneCommand({
          Name: name,
          CallerReference: randomUUID(),
          HostedZoneConfig: { PrivateZone: isPrivate },
          ...(isPrivate && { VPC: { VPCRegion: region, VPCId: 'vpc-1' } }),
        }),
      )
      route53.destroy()
      return String(HostedZone?.Id).replace('/hostedzone/', '')
    },
    async putRecord(accountNumber, { zoneId, name, type, value }) {
      const route53 = await openRoute53(endpoint, accountNumber)
      await route53.send(
        new ChangeResourceRecordSetsCommand({
          HostedZoneId: zoneId,
          ChangeBatch: {
            Changes: [
              {
                Action: 'UPSERT',
                ResourceRecordSet: { Name: name, Type: type, TTL: 60, ResourceRecords: [{ Value: value }] },
              },
            ],
          },
        }),
      )
      route53.destroy()
    },
    createVpc: (accountNumber, vpc) => createCustomerVpc(endpoint, accountNumber, vpc),
    async close() {
      await before?.stop()
      await moto.stop()
    },
  }
}

const openRoute53 = async (endpoint: string, accountNumber: string): Promise<Route53Client> =>
  new Route53Client({ region, endpoint, credentials: await enterAccount(endpoint, accountNumber) })
