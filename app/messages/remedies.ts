/** Pages of the documentation by words of the messages that they are about: the first whose words stand in a message counts. */
export const remedies: readonly (readonly [words: string, docs: string])[] = [
  // People and their login.
  ['did not meet the requirements', '/docs/users#your-own-login'],
  ['The token expired.', '/docs/users#your-own-login'],
  ['wrong codes were typed', '/docs/users#your-own-login'],
  ['The token was not accepted.', '/docs/quick-start#register'],
  ['An e-mail can be tied to only one account', '/docs/users#add-a-person'],
  ['A user with that email already exists', '/docs/users#add-a-person'],
  ['You can not delete your own login', '/docs/users#who-may-do-what'],
  ['You can not remove admin from your own login', '/docs/users#who-may-do-what'],
  ['first need to remove all environments', '/docs/users#the-account-of-your-team'],

  // What a team may have.
  ['A team can have at most', '/docs/applications#limits-of-a-team'],
  ['can be declared in 24 hours', '/docs/applications#limits-of-a-team'],
  ['An application can expose at most', '/docs/applications#limits-of-a-team'],
  ['An application can have at most', '/docs/applications#limits-of-a-team'],

  // Applications.
  ['The process must not be deployed', '/docs/applications#delete-an-application'],
  ['CPU count and memory MB', '/docs/applications#the-fields'],
  ['Docker image must', '/docs/applications#the-fields'],
  ['Default number of processes is required', '/docs/applications#the-fields'],
  ["Subdomains can not end with a '-'", '/docs/applications#the-fields'],
  ['its tag was moved', '/docs/applications#declare-a-version'],
  ['No versions available', '/docs/applications#declare-a-version'],
  ['You must select an application version', '/docs/applications#declare-a-version'],
  ['is no longer kept. De', '/docs/applications#declare-a-version'],
  ['The auto deploy environment', '/docs/applications#auto-deploy'],
  ['is large enough', '/docs/applications#size'],
  ['are large enough', '/docs/applications#size'],
  ['It ran out of memory', '/docs/applications#size'],

  // Deployments.
  ['environment you selected has been changed', '/docs/deployments#promote'],
  ['no environments with live processes', '/docs/deployments#promote'],
  ['An environment can not be promoted to itself', '/docs/deployments#promote'],
  ['press Revert again', '/docs/deployments#revert'],
  ['nothing to revert to', '/docs/deployments#revert'],
  ['serves already. Revert', '/docs/deployments#stop-and-retry'],
  ['press Approve again', '/docs/deployments#approval'],
  ['another admin of your team has to approve', '/docs/deployments#approval'],
  ['The environment is protected.', '/docs/deployments#approval'],
  ['Make somebody else an admin first', '/docs/deployments#approval'],
  ['got unhealthy after it was live', '/docs/deployments#undo'],

  // Images and secrets, as agents tell of them.
  ['arm64', '/docs/aws-ecr#what-an-image-must-be'],
  ['could not be pulled', '/docs/aws-ecr#when-a-pull-fails'],
  ['It waits for a secret', '/docs/application-integration#variables-of-your-own'],
  ['AWS gave no credentials for the role', '/docs/application-integration#aws-credentials'],
  ['could not be assumed', '/docs/application-integration#aws-credentials'],
  ['One role of an application cannot be used', '/docs/application-integration#aws-credentials'],
  ['does not reach CloudWatch Logs', '/docs/environments#what-processes-print'],
  ['The log groups for the output', '/docs/environments#what-processes-print'],

  // AWS accounts.
  ['The specified AWS account already exists', '/docs/external-resources#aws-accounts'],
  ['There was an error adding the account', '/docs/external-resources#aws-accounts'],
  ['The AWS account could not be found', '/docs/external-resources#aws-accounts'],
  ['may not hold environments', '/docs/external-resources#aws-accounts'],
  ['All dependencies must be deleted', '/docs/external-resources#delete-an-account'],
  ['We were unable to delete your account', '/docs/external-resources#delete-an-account'],
  ['could not be cleaned up', '/docs/external-resources#delete-an-account'],
  ['SDO cannot use its role', '/docs/external-resources#status-of-an-account'],
  ['SDO cannot use the role', '/docs/external-resources#status-of-an-account'],
  ['SDO may not use its role', '/docs/external-resources#status-of-an-account'],
  ['roles are not set up correctly', '/docs/external-resources#status-of-an-account'],
  ['required roles have changed', '/docs/external-resources#status-of-an-account'],
  ['Apply the role template', '/docs/external-resources#status-of-an-account'],
  ['Apply its CloudFormation template', '/docs/external-resources#status-of-an-account'],

  // Hosted zones, names and certificates.
  ['A hosted zone ID begins with Z', '/docs/external-resources#hosted-zones'],
  ['Hosted zone ID is required', '/docs/external-resources#hosted-zones'],
  ['name the servers of this zone', '/docs/external-resources#hosted-zones'],
  ['has yet to see that DNS leads to the zone', '/docs/external-resources#hosted-zones'],
  ['You must disassociate the hosted zone', '/docs/external-resources#link-names-to-an-environment'],
  ['link the specified hosted zone', '/docs/external-resources#link-names-to-an-environment'],
  ['by which AWS validates a certificate', '/docs/external-resources#https'],
  ['There is no certificate for', '/docs/external-resources#https'],
  ['delete it, or choose another subdomain', '/docs/external-resources#link-names-to-an-environment'],

  // External networks.
  ['VPC ID is required', '/docs/external-networks#add-a-network'],
  ['A VPC ID is vpc-', '/docs/external-networks#add-a-network'],
  ['You must disassociate the external network', '/docs/external-networks#link-it-to-an-environment'],
  ['Names do not lead to private addresses', '/docs/external-networks#link-it-to-an-environment'],
  ['overlaps', '/docs/external-networks#ranges'],
  ['No private range of', '/docs/external-networks#ranges'],
  ['has another route to', '/docs/external-networks#if-something-is-in-the-way'],
  ['only. Select', '/docs/upcoming-features#other-regions'],

  // What stops a deployment, where nothing above says it better.
  ['A quota of', '/docs/deployments#when-a-deployment-fails'],
  ['could not be had within', '/docs/deployments#when-a-deployment-fails'],
  ['times before it was in service', '/docs/deployments#when-a-deployment-fails'],
  ['load balancer does not reach it', '/docs/deployments#when-a-deployment-fails'],
  ['was not healthy within', '/docs/deployments#when-a-deployment-fails'],
  ['could not be started', '/docs/deployments#when-a-deployment-fails'],
  ['on port', '/docs/application-integration#health'],
  ['is not healthy', '/docs/application-integration#health'],
]

/** Where the documentation says what to do about what `message` says, as a path of the portal; undefined where it does not. */
export const remedyOf = (message: string): string | undefined =>
  remedies.find(([words]) => message.includes(words))?.[1]
