import { accountServices } from './accounts/index'
import { applicationServices } from './applications/index'
import { auditServices } from './audit/index'
import { awsAccountServices } from './aws-accounts/index'
import { customerSupportServices } from './customer-support/index'
import type { Dependencies } from './dependencies'
import { deploymentServices } from './deployments/index'
import { deviceLoginServices } from './device-login/index'
import { emailVerificationServices } from './email-verification/index'
import { environmentServices } from './environments/index'
import { externalNetworkServices } from './external-networks/index'
import { followingServices } from './following/index'
import { healthServices } from './health/index'
import { hostedZoneServices } from './hosted-zones/index'
import { madeLatelyServices } from './made-lately/index'
import { mailServices } from './mail/index'
import { passwordServices } from './passwords/index'
import { pricingServices } from './pricing/index'
import { secondFactorServices } from './second-factor-setup/index'
import { sessionServices } from './sessions/index'
import { signingInServices } from './signing-in/index'
import { termsServices } from './terms/index'
import { userServices } from './users/index'
import { wayServices } from './ways/index'
import { webhookServices } from './webhooks/index'

/** Every use case, by area. Pages and calls get this object and never import a service. */
export const createServices = (dependencies: Dependencies) => ({
  accounts: accountServices(dependencies),
  applications: applicationServices(dependencies),
  audit: auditServices(dependencies),
  awsAccounts: awsAccountServices(dependencies),
  customerSupport: customerSupportServices(dependencies),
  deployments: deploymentServices(dependencies),
  deviceLogin: deviceLoginServices(dependencies),
  emailVerification: emailVerificationServices(dependencies),
  environments: environmentServices(dependencies),
  externalNetworks: externalNetworkServices(dependencies),
  following: followingServices(dependencies),
  health: healthServices(dependencies),
  hostedZones: hostedZoneServices(dependencies),
  madeLately: madeLatelyServices(dependencies),
  mail: mailServices(dependencies),
  passwords: passwordServices(dependencies),
  pricing: pricingServices(dependencies),
  secondFactor: secondFactorServices(dependencies),
  sessions: sessionServices(dependencies),
  signingIn: signingInServices(dependencies),
  terms: termsServices(dependencies),
  users: userServices(dependencies),
  ways: wayServices(dependencies),
  webhooks: webhookServices(dependencies),
})

export type Services = ReturnType<typeof createServices>
