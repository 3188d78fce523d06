import { cloudFormationTemplate } from '../../../core/roles/cloudformation'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { requireAdmin } from '../require-admin'
import { awsAccountRequiredRoles } from './aws-account-required-roles'
import { requireAwsAccount } from './require-aws-account'

/** The template that installs the roles an account must have; a person saves it as `cloudformation.json`. */
export async function getCloudformationTemplate(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Record<string, unknown>> {
  requireAdmin(actor)
  const awsAccount = await requireAwsAccount(actor, id)
  return { ...cloudFormationTemplate(awsAccountRequiredRoles(dependencies, awsAccount)) }
}
