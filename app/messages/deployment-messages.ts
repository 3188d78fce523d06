import { declareMessages } from '../../core/messages/declare-messages'

const retry = '/docs/deployments#stop-and-retry'
const revert = '/docs/deployments#revert'
const version = '/docs/applications#declare-a-version'
const balancers = '/docs/load-balancers#one-for-the-environment'
const accounts = '/docs/external-resources#aws-accounts'

/** Messages about environments, and what is deployed to them. */
export const deploymentMessages = declareMessages('deployments', {
  notAwaiting: ({ sequence, approvedBy }: { sequence: number; approvedBy: string | null }) =>
    `Deployment ${sequence} ${approvedBy === null ? 'does not wait for approval' : `was approved already, by ${approvedBy}`}.`,
  notDeployed: ({ application, environment }: { application: string; environment: string }) =>
    `${application} is not deployed to ${environment}, or its removal is queued already.`,
  twoVersions: (application: string) =>
    `Two versions of ${application} cannot be deployed at once. Select one of them.`,
  deployedAndRemoved: 'An application cannot be deployed and removed at once.',
  ended: { docs: retry, text: (sequence: number) => `Deployment ${sequence} has ended already.` },
  serves: {
    docs: retry,
    text: (sequence: number) => `Deployment ${sequence} serves already. Revert to the one before it instead.`,
  },
  notFailed: { docs: retry, text: (sequence: number) => `Deployment ${sequence} has not failed.` },
  settingsAlone: { docs: retry, text: 'It changes settings alone. Save them again instead.' },
  nothingLeft: { docs: retry, text: 'Everything that it asks for has been done, or is about to be.' },
  versionGone: {
    docs: version,
    text: 'A version that it deploys is no longer kept. Declare it again and deploy that.',
  },
  approvedVersionGone: {
    docs: version,
    text: 'A version that it deploys is no longer kept. Decline it, declare the version again and deploy that.',
  },
  revertSourceGone: { docs: revert, text: 'What it goes back to is no longer kept.' },
  revertSourceUnknown: { docs: revert, text: 'The deployed configuration could not be found.' },
  neverServed: {
    docs: revert,
    text: 'It never served, so there is nothing to revert to. Retry it instead.',
  },
  revertUnderWay: {
    docs: revert,
    text: (sequence: number) =>
      `Deployment ${sequence} brings back the overrides and the Spot strategy of before. Wait until it has ended, or stop it.`,
  },
  typeNotRun: {
    docs: '/docs/upcoming-features#other-workloads',
    text: ({ name, type }: { name: string; type: string }) =>
      `${name} is of type ${type}, which environments cannot run: only GENERAL can be deployed.`,
  },
  policyDiffers: {
    docs: '/docs/external-resources#status-of-an-account',
    text: (of: { what: string; role: string; account: string; policy: string }) =>
      `${of.what}, which the role ${of.role} of the AWS account ${of.account} may not read: at the last examination its policy ${of.policy} was not as in the current CloudFormation template. Update the stack, have the account examined, and deploy again.`,
  },
  tooManyShared: {
    docs: balancers,
    text: ({ ports, most }: { ports: number; most: number }) =>
      `One load balancer answers for at most ${most} ports, and there would be ${ports}. Choose one for each port under Settings, or expose fewer.`,
  },
  tooManyCertificates: {
    docs: balancers,
    text: ({ certificates, most }: { certificates: number; most: number }) =>
      `One load balancer shows at most ${most} certificates for the names of a zone, and there would be ${certificates}. Choose one for each port under Settings, or use fewer wildcards.`,
  },
  costWarning:
    'SDO launches instances and load balancers in your AWS account, and AWS charges you for them until you delete the environment.',
  costUnconfirmed: 'Confirm the AWS charges to continue.',
  costStep: {
    docs: '/docs/deployments#cost',
    text: (change: string) => `This raises the cost of the environment ${change}. Confirm it to continue.`,
  },

  watchTimeWrong: { docs: '/docs/deployments#automatic-rollback', text: (fault: string) => fault },
  environmentDeleting: {
    docs: '/docs/environments#rename-and-delete',
    text: 'The environment is being deleted.',
  },
  tooFewZones: {
    docs: '/docs/environments#surviving-a-loss',
    text: (zones: string[]) =>
      `This environment has instances in one zone only, ${zones.join(', ')}. To survive the loss of a zone it needs a second one.`,
  },
  accountHoldsNone: {
    docs: accounts,
    text: 'This AWS account does not allow environments. An admin can allow it on the account’s page.',
  },
  accountNotReady: {
    docs: '/docs/external-resources#status-of-an-account',
    text: 'This AWS account is not ready yet. Apply its template and press Update Status on the account’s page.',
  },
  accountInUse: {
    docs: accounts,
    text: (names: string[]) =>
      `The account has environments: ${names.join(', ')}. Delete them before you disable environments in it.`,
  },
  accountDeleting: {
    docs: '/docs/external-resources#delete-an-account',
    text: 'The AWS account is being deleted.',
  },
  zoneDeleting: {
    docs: '/docs/external-resources#link-names-to-an-environment',
    text: 'The hosted zone is being deleted.',
  },
  zoneUnseen: {
    docs: '/docs/external-resources#hosted-zones',
    text: 'SDO has yet to see that DNS leads to the zone.',
  },
  networkDeleting: (vpcId: string) => `${vpcId} is being deleted.`,
  networkUnseen: {
    docs: '/docs/external-networks#status',
    text: (vpcId: string) => `SDO has yet to see ${vpcId}.`,
  },
  networksOverlap: {
    docs: '/docs/external-networks#ranges',
    text: (of: { range: string; vpcId: string; otherRange: string; otherVpcId: string }) =>
      `The range ${of.range} of ${of.vpcId} overlaps ${of.otherRange} of ${of.otherVpcId}.`,
  },
})
