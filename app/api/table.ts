import { accountCalls } from './account'
import { applicationCalls } from './applications'
import { auditCalls } from './audit'
import { awsAccountCalls } from './aws-accounts'
import type { Call, WriteNameOf } from './call'
import { costCalls } from './cost'
import { customerSupportCalls } from './customer-support'
import { deploymentCalls } from './deployments'
import { environmentCalls } from './environments'
import { externalNetworkCalls } from './external-networks'
import { hostedZoneCalls } from './hosted-zones'
import { createOpenApiCall, describeApi } from './openapi'
import { outputCalls } from './output'
import { securityCalls } from './security'
import { termsCalls } from './terms'
import { usageCalls } from './usage'
import { userCalls } from './users'
import { versionCalls } from './versions'
import { webhookCalls } from './webhook'

/** Calls about one thing, which stand on one page of the documentation. */
interface ApiArea {
  /** In addresses and as the tag of its calls: `aws-accounts`. */
  name: string
  title: string
  description: string
  calls: Call[]
}

const areas = [
  {
    name: 'account',
    title: 'Account and Login',
    description: 'Registering, logging in and out, passwords and second factors of the caller.',
    calls: accountCalls,
  },
  {
    name: 'security',
    title: 'Website Security',
    description: 'What protects the login of the caller.',
    calls: securityCalls,
  },
  {
    name: 'terms',
    title: 'Terms',
    description: 'Terms of service: what they say, and accepting them.',
    calls: termsCalls,
  },
  {
    name: 'users',
    title: 'Users',
    description: 'The people and the integration users of a team, and their tokens.',
    calls: userCalls,
  },
  {
    name: 'audit-log',
    title: 'Audit Log',
    description: 'Who did what in a team, when and from where.',
    calls: auditCalls,
  },
  {
    name: 'aws-accounts',
    title: 'AWS Accounts',
    description: 'The AWS accounts that a team has linked, and the roles in them.',
    calls: awsAccountCalls,
  },
  {
    name: 'hosted-zones',
    title: 'Hosted Zones',
    description: 'Hosted zones of Route 53, and the names that environments have in them.',
    calls: hostedZoneCalls,
  },
  {
    name: 'external-networks',
    title: 'External Networks',
    description: 'Networks of a team that its environments are connected with.',
    calls: externalNetworkCalls,
  },
  {
    name: 'applications',
    title: 'Applications',
    description: 'Applications: how each is run, and where it is live. Paths call an application process.',
    calls: applicationCalls,
  },
  {
    name: 'versions',
    title: 'Versions',
    description: 'Declaring a version of an application, as build systems do.',
    calls: versionCalls,
  },
  {
    name: 'environments',
    title: 'Environments',
    description: 'Environments: their settings, what runs in them, what they cost, and their logs.',
    calls: [...environmentCalls, ...costCalls, ...usageCalls, ...outputCalls],
  },
  {
    name: 'deployments',
    title: 'Deployments',
    description: 'Bringing versions into environments, and what came of it.',
    calls: deploymentCalls,
  },
  {
    name: 'webhook',
    title: 'Webhook',
    description: 'Messages to a team about its deployments, environments, AWS accounts and tokens.',
    calls: webhookCalls,
  },
  {
    name: 'support',
    title: 'Support and Description',
    description: 'A message to support, and the description of this API.',
    calls: [...customerSupportCalls, createOpenApiCall(() => apiAreas)],
  },
] satisfies ApiArea[]

/** Every call of /v1, area by area. */
export const apiAreas: ApiArea[] = areas

/** The call of /v1 that makes or changes something, by its name. */
export type WriteName = WriteNameOf<(typeof areas)[number]['calls'][number]>

export const apiTable: Call[] = apiAreas.flatMap(({ calls }) => calls)

/** The OpenAPI document of /v1. */
export const describeOwnApi = () => describeApi(apiAreas)
