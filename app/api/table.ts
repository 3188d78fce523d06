import { accountCalls } from './account'
import { applicationCalls } from './applications'
import { auditCalls } from './audit'
import { awsAccountCalls } from './aws-accounts'
import type { Call } from './call'
import { customerSupportCalls } from './customer-support'
import { deploymentCalls } from './deployments'
import { environmentCalls } from './environments'
import { externalNetworkCalls } from './external-networks'
import { hostedZoneCalls } from './hosted-zones'
import { createOpenApiCall } from './openapi'
import { securityCalls } from './security'
import { termsCalls } from './terms'
import { userCalls } from './users'
import { versionCalls } from './versions'

/** Every call of /v1, area by area. */
export const apiTable: Call[] = [
  ...accountCalls,
  ...securityCalls,
  ...termsCalls,
  ...userCalls,
  ...auditCalls,
  ...awsAccountCalls,
  ...hostedZoneCalls,
  ...externalNetworkCalls,
  ...applicationCalls,
  ...versionCalls,
  ...environmentCalls,
  ...deploymentCalls,
  ...customerSupportCalls,
  createOpenApiCall(() => apiTable),
]
