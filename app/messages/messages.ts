import { declareMessages } from '../../core/messages/declare-messages'

/**
 * Messages for people, word for word as the product's error catalogue has it (double blanks included). Texts of the
 * deployment core; every page and every call takes them from here.
 */
export const messages = declareMessages('core', {
  invalidName:
    'Name must start with a letter or underscore and contain only letters, numbers, underscores and spaces.',
  changedMeanwhile:
    'Somebody changed this after you opened it. Compare both values of each field, then save again to keep yours.',
  callFailed: 'API Failure',
  pageFailed: 'There was an error loading the page. Please retry later.',
  previousCommandFailed: 'The previous command failed. Please try again.',

  environmentDuplicate: 'Another environment with the same name already exists in this account.',
  awsAccountsFailed: 'There was a problem loading your external resources. Please refresh the page.',

  awsAccountDuplicate: {
    docs: '/docs/external-resources#aws-accounts',
    text: 'The specified AWS account already exists on the platform.',
  },
  awsAccountsThrottled: (seconds: number) =>
    `Many AWS accounts were added recently. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} before adding another one.`,
  awsAccountFailed: {
    docs: '/docs/external-resources#aws-accounts',
    text: 'There was an error adding the account.  Please check your inputs.',
  },
  awsAccountNotFound: {
    docs: '/docs/external-resources#aws-accounts',
    text: 'The AWS account could not be found.  Check that you entered the correct account ID when creating it and try again.',
  },
  templateFailed: 'There was an error generating the file.  Please try again later.',
  awsAccountHasDependencies: {
    docs: '/docs/external-resources#delete-an-account',
    text: 'All dependencies must be deleted before deleting this account.',
  },
  awsAccountForceFailed: {
    docs: '/docs/external-resources#delete-an-account',
    text: 'We were unable to delete your account.  Please contact support.',
  },
  awsAccountNumberWrong: 'AWS account ID must have 12 digits.',
  awsAccountForceUnconfirmed: 'Confirm that you clean up the rest of the account yourself.',
  awsAccountNameMissing: 'Name must be at least 1 character',
  awsAccountNameDuplicate: 'AWS account name must be unique.',
  awsAccountRenameFailed: 'There was an error changing the account name.  Please try again later.',

  processNameMissing: 'Process name is required.',
  processDuplicate: 'Another application with the same name already exists in this account.',
  processVariablesTaken: ({ other, variable }: { other: string; variable: string }) =>
    `${other} is called the same in variables, where spaces are underscores: ${variable} would be an address of both. Choose another name.`,
  processTypeUnsupported: (type: string) =>
    `Applications of type ${type} are not supported: environments run Docker images, which is the type GENERAL.`,
  processTypeFixed: (type: string) =>
    `An application keeps its type, which is ${type} here. Create another one for another type.`,
  processScalesBelow: {
    docs: '/docs/usage#auto-scaling',
    text: (count: number) =>
      `Scale up to must be at least the number of processes, which is ${count}. Raise it, or leave it empty to keep that number.`,
  },
  processCountsNoRequests: {
    docs: '/docs/usage#auto-scaling',
    text: 'Target requests needs an exposed port, because its load balancer counts them. Expose a port, or leave Target requests empty.',
  },
  processScheduledAbove: {
    docs: '/docs/usage#schedule',
    text: ({ scheduled, maxProcesses }: { scheduled: number; maxProcesses: number }) =>
      `The schedule asks for ${scheduled} processes, and Scale up to is ${maxProcesses}. Raise Scale up to, or lower the schedule.`,
  },
  processCreateFailed: 'We were unable to create the process.  Please retry again later.',
  processEditFailed: 'We were unable to apply the configuration changes.  Please retry again later.',
  processValuesFailed: 'Unable to set values.  Please try again later.',
  processNotFound: 'We could not find the specified process.  Please refresh.',
  processDeleteDenied: {
    docs: '/docs/users#who-may-do-what',
    text: 'You do not have permission to delete the specified process.',
  },
  processInUse: {
    docs: '/docs/applications#delete-an-application',
    text: 'The process must not be deployed and no new version may have been submitted within the last 24 hours.',
  },
  tooManyInOne: { docs: '/docs/applications#limits-of-a-team', text: (limit: string) => limit },
  roleWrong: { docs: '/docs/application-integration#aws-credentials', text: (fault: string) => fault },
  tooLarge: {
    docs: '/docs/applications#size',
    text: 'No instance is large enough for one process of at least one application.',
  },
  fieldWrong: { docs: '/docs/applications#the-fields', text: (fault: string) => fault },
  imageTagMissing: 'Docker image tag is required.',
  imageTagWrong:
    'Docker image tag must consist of letters, numbers, underscores, periods and hyphens, 128 at most, or be a digest: sha256: and 64 digits of 0 to 9 and a to f.',
  overrideNotTicked:
    'Select “Override defaults capacity” to use another number, or leave the number as it was.',
  subdomainEndsWithHyphen: {
    docs: '/docs/applications#the-fields',
    text: "Subdomains can not end with a '-' character.",
  },

  versionsFailed: 'Error loading versions. Please reload.',
  versionsEmpty: { docs: '/docs/applications#declare-a-version', text: 'No versions available' },
  versionNotSelected: {
    docs: '/docs/applications#declare-a-version',
    text: 'You must select an application version.',
  },
  versionGone:
    'A version that you selected is no longer kept. The list shows those that are: select one of them, or declare it again.',
  versionSourceWrong: 'The source is a whole address that begins with https://, without a login in it.',
  versionNameTooLong: (characters: number) => `Version name must be at most ${characters} characters.`,
  versionNameBlank: 'The new name can not be blank',
  versionRenameFailed: 'There was a server error when trying to set the name',
  versionDeclareFailed: 'Error declaring version.  Please try again.',
  autoDeployFailed: {
    docs: '/docs/applications#auto-deploy',
    text: 'The auto deploy environment could not be set.  Please refresh and try again.',
  },
  deploymentsFailed: 'There was an error loading the data.  Please try again.',

  promoteSourceMissing: 'Select the environment to promote from.',
  promoteToItself: {
    docs: '/docs/deployments#promote',
    text: 'An environment cannot be promoted to itself. Select another one.',
  },
  promoteFailed: 'We were unable to issue the promote command. Please refresh and try again.',
  promoteMismatch: {
    docs: '/docs/deployments#promote',
    text: 'The environment you selected has been changed since you loaded the page, please review your selection and press Publish again.',
  },
  promoteNoSource: {
    docs: '/docs/deployments#promote',
    text: 'There are no environments with live processes to promote from.',
  },

  revertFailed: 'We were unable to issue the revert command. Please refresh and try again.',
  revertMismatch: {
    docs: '/docs/deployments#revert',
    text: 'The environment has been changed since you loaded the page, please review what changes and press Revert again.',
  },
  approvalMismatch: {
    docs: '/docs/deployments#approval',
    text: 'The environment, or what is to be deployed, has been changed since you loaded the page. Please review what changes and press Approve again.',
  },
  deployedMeanwhile: (environment: string) =>
    `${environment} has been changed since you loaded the page, please review what changes and press Deploy again.`,
  revertToPresent: 'The environment runs this already, or is about to.',

  externalAccountMissing: 'AWS account must be selected.',
  externalResourceFailed: 'Unknown server error.  Please try again.',
  hostedZoneNotSelected: 'Select a hosted zone.',
  hostedZoneIdMissing: { docs: '/docs/external-resources#hosted-zones', text: 'Hosted zone ID is required.' },
  hostedZoneIdWrong: {
    docs: '/docs/external-resources#hosted-zones',
    text: 'A hosted zone ID begins with Z and has letters and numbers only, as in Z0123456789ABCDEFGHIJ.',
  },
  hostedZoneDuplicate: {
    docs: '/docs/external-resources#hosted-zones',
    text: 'The hosted zone is associated already.',
  },
  hostedZoneHasDependents: {
    docs: '/docs/external-resources#link-names-to-an-environment',
    text: (environments: string[]) =>
      `You must disassociate the hosted zone from the following environments: ${environments.join(', ')}.`,
  },
  hostedZoneDeleteFailed: 'There was an error deleting the selected hosted zone.  Please try again later.',
  hostedZoneLinkFailed: {
    docs: '/docs/external-resources#link-names-to-an-environment',
    text: 'We were unable to link the specified hosted zone.',
  },
  hostedZoneUnlinkFailed: {
    docs: '/docs/external-resources#link-names-to-an-environment',
    text: 'We were unable to unlink the specified hosted zone.',
  },
  vpcIdMissing: { docs: '/docs/external-networks#add-a-network', text: 'VPC ID is required.' },
  vpcIdWrong: {
    docs: '/docs/external-networks#add-a-network',
    text: 'A VPC ID is vpc- and digits and letters from a to f, as in vpc-0123456789abcdef0.',
  },
  regionMissing: 'Region is required.',
  regionWrong: {
    docs: '/docs/upcoming-features#other-regions',
    text: (region: string) => `SDO runs in ${region} only. Select ${region}.`,
  },
  externalNetworkDuplicate: {
    docs: '/docs/external-networks#add-a-network',
    text: 'The external network is associated already.',
  },
  externalNetworkHasDependents: {
    docs: '/docs/external-networks#link-it-to-an-environment',
    text: (environments: string[]) =>
      `You must disassociate the external network from the following environments: ${environments.join(', ')}.`,
  },
  externalNetworkDeleteFailed:
    'There was an error deleting the selected external network.  Please try again later.',
  chargesOfNothing: 'Describe at least one application.',
  chargesOfTooMany: (applications: number) => `Describe at most ${applications} applications.`,

  auditActionUnknown: 'This action is not known.',
  auditEntryUnknown: 'beforeId is not the id of an entry.',
  dayWrong: 'Write days as 2026-11-20.',

  linkedNetworksFailed: 'Failed to set linked networks. Please refresh and try again.',
})
