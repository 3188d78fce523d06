import { up as accounts } from './20261120T100000-accounts'
import { up as deploymentCore } from './20261120T110000-deployment-core'
import { up as resourceStore } from './20261120T120000-resource-store'
import { up as auditLog } from './20261120T130300-audit-log'
import { up as mailDelivery } from './20261120T131000-mail-delivery'
import { up as signIn } from './20261120T131000-sign-in'
import { up as supportMessages } from './20261120T134000-support-messages'
import { up as secondFactor } from './20261120T190500-second-factor'
import { up as sealedSecrets } from './20261122T004500-sealed-secrets'

/** Every migration in its order. Applied ones are never edited. */
export const migrations = [
  { name: '20261120T100000-accounts', up: accounts },
  { name: '20261120T110000-deployment-core', up: deploymentCore },
  { name: '20261120T120000-resource-store', up: resourceStore },
  { name: '20261120T130300-audit-log', up: auditLog },
  { name: '20261120T131000-mail-delivery', up: mailDelivery },
  { name: '20261120T131000-sign-in', up: signIn },
  { name: '20261120T134000-support-messages', up: supportMessages },
  { name: '20261120T190500-second-factor', up: secondFactor },
  { name: '20261122T004500-sealed-secrets', up: sealedSecrets },
]
