import { applicationCalls } from './applications'
import { awsAccountCalls } from './aws-accounts'
import type { Call } from './call'
import { deploymentCalls } from './deployments'
import { environmentCalls } from './environments'
import { versionCalls } from './versions'

/** Every call of /v1, area by area. */
export const apiTable: Call[] = [
  ...awsAccountCalls,
  ...applicationCalls,
  ...versionCalls,
  ...environmentCalls,
  ...deploymentCalls,
]
