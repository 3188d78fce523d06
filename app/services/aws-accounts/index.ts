import { bindServices, type Dependencies } from '../dependencies'
import { createAwsAccount } from './create-aws-account'
import { deleteAwsAccount } from './delete-aws-account'
import { getAwsAccountRoles } from './get-aws-account-roles'
import { getAwsAccountStatus } from './get-aws-account-status'
import { getCloudformationTemplate } from './get-cloudformation-template'
import { getAwsAccountDependents } from './list-dependents'
import { listExternalResources } from './list-external-resources'
import { renameAwsAccount } from './rename-aws-account'
import { setEnvironmentHolder } from './set-environment-holder'
import { verifyAwsAccount } from './verify-aws-account'

export const awsAccountServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    createAwsAccount,
    deleteAwsAccount,
    getAwsAccountDependents,
    getAwsAccountRoles,
    getAwsAccountStatus,
    getCloudformationTemplate,
    listExternalResources,
    renameAwsAccount,
    setEnvironmentHolder,
    verifyAwsAccount,
  })
