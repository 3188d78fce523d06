import { literal } from 'sequelize'

/** Attribute of a deployment's row: id of the AWS account of its environment. */
export const accountOfDeployment = literal(
  '(SELECT aws_account_id FROM environments WHERE environments.id = "Deployment".environment_id)',
)
