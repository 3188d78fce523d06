import { configFields } from '../../core/application/config/fields'

/**
 * Messages for people, word for word as the product's error catalogue has it (double blanks included). Texts of the
 * deployment core; every page and every call takes them from here.
 */
export const messages = {
  invalidName:
    'Name must start with a letter or underscore and contain only letters, numbers, underscores and spaces.',
  callFailed: 'API Failure',
  pageFailed: 'There was an error loading the page. Please retry later.',
  previousCommandFailed: 'The previous command failed. Please try again.',

  environmentDuplicate: 'Another environment with the same name already exists in this account.',
  awsAccountsFailed: 'There was a problem loading your external resources. Please refresh the page.',

  awsAccountDuplicate: 'The specified AWS account already exists on the platform.',
  awsAccountsThrottled: (seconds: number) =>
    `Many AWS accounts were added recently. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} before adding another one.`,
  awsAccountFailed: 'There was an error adding the account.  Please check your inputs.',
  awsAccountNotFound:
    'The AWS account could not be found.  Check that you entered the correct account ID when creating it and try again.',
  templateFailed: 'There was an error generating the file.  Please try again later.',
  awsAccountHasDependencies: 'All dependencies must be deleted before deleting this account.',
  awsAccountForceFailed: 'We were unable to delete your account.  Please contact support.',
  awsAccountNameMissing: 'Name must be at least 1 character',
  awsAccountNameDuplicate: 'AWS account name must be unique.',
  awsAccountRenameFailed: 'There was an error changing the account name.  Please try again later.',

  processNameMissing: 'Process name is required.',
  processCreateFailed: 'We were unable to create the process.  Please retry again later.',
  processEditFailed: 'We were unable to apply the configuration changes.  Please retry again later.',
  processValuesFailed: 'Unable to set values.  Please try again later.',
  processNotFound: 'We could not find the specified process.  Please refresh.',
  processDeleteDenied: 'You do not have permission to delete the specified process.',
  processInUse:
    'The process must not be deployed and no new version may have been submitted within the last 24 hours.',
  sizeMissing: configFields.cpu.missing,
  dockerImageMissing: configFields.image.missing,
  processCountMissing: configFields.count.missing,
  subdomainEndsWithHyphen: "Subdomains can not end with a '-' character.",

  versionsFailed: 'Error loading versions. Please reload.',
  versionsEmpty: 'No versions available',
  versionNotSelected: 'You must select an application version.',
  versionGone:
    'A version that you selected is no longer kept. The list shows those that are: select one of them, or declare it again.',
  versionNameBlank: 'The new name can not be blank',
  versionRenameFailed: 'There was a server error when trying to set the name',
  versionDeclareFailed: 'Error declaring version.  Please try again.',
  autoDeployFailed: 'The auto deploy environment could not be set.  Please refresh and try again.',
  deploymentsFailed: 'There was an error loading the data.  Please try again.',

  promoteSourceMissing: 'Select the environment to promote from.',
  promoteToItself: 'An environment cannot be promoted to itself. Select another one.',
  promoteFailed: 'We were unable to issue the promote command. Please refresh and try again.',
  promoteMismatch:
    'The environment you selected has been changed since you loaded the page, please review your selection and press Publish again.',
  promoteNoSource: 'There are no environments with live processes to promote from.',

  revertFailed: 'We were unable to issue the revert command. Please refresh and try again.',
  revertMismatch:
    'The environment has been changed since you loaded the page, please review what changes and press Revert again.',
  approvalMismatch:
    'The environment, or what is to be deployed, has been changed since you loaded the page. Please review what changes and press Approve again.',
  deployedMeanwhile: (environment: string) =>
    `${environment} has been changed since you loaded the page, please review what changes and press Deploy again.`,
  revertToPresent: 'The environment runs this already, or is about to.',

  externalAccountMissing: 'AWS account must be selected.',
  externalResourceFailed: 'Unknown server error.  Please try again.',
  hostedZoneIdMissing: 'Hosted zone ID is required.',
  hostedZoneIdWrong:
    'A hosted zone ID begins with Z and has letters and numbers only, as in Z0123456789ABCDEFGHIJ.',
  hostedZoneDuplicate: 'The hosted zone is associated already.',
  hostedZoneHasDependents: (environments: string[]) =>
    `You must disassociate the hosted zone from the following environments: ${environments.join(', ')}.`,
  hostedZoneDeleteFailed: 'There was an error deleting the selected hosted zone.  Please try again later.',
  hostedZoneLinkFailed: 'We were unable to link the specified hosted zone.',
  hostedZoneUnlinkFailed: 'We were unable to unlink the specified hosted zone.',
  vpcIdMissing: 'VPC ID is required.',
  vpcIdWrong: 'A VPC ID is vpc- and digits and letters from a to f, as in vpc-0123456789abcdef0.',
  regionMissing: 'Region is required.',
  regionWrong: (region: string) => `SDO runs in ${region} only. Select ${region}.`,
  externalNetworkDuplicate: 'The external network is associated already.',
  externalNetworkHasDependents: (environments: string[]) =>
    `You must disassociate the external network from the following environments: ${environments.join(', ')}.`,
  externalNetworkDeleteFailed:
    'There was an error deleting the selected external network.  Please try again later.',
  linkedNetworksFailed: 'Failed to set linked networks. Please refresh and try again.',
} as const
