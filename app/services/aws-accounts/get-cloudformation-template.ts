import { cloudFormationTemplate } from '../../../core/roles/cloudformation'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { awsAccountRequiredRoles } from './get-aws-account-roles'
import { requireOwn } from '../access/own'

/** The template that installs the roles an account must have; a person saves it as `cloudformation.json`. */
export async function getCloudformationTemplate(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Record<string, unknown>> {
  requireAccess(actor, 'admin')
  const awsAccount = await requireOwn('awsAccount', actor, id)
  return { ...cloudFormationTemplate(awsAccountRequiredRoles(dependencies, awsAccount)) }
}
