import { pythonTool } from '../python/python-tool'

/** A stand-in for AWS; AWS's own models of its services, and its linter of templates. */
export const motoPython = pythonTool(
  ['moto[server]==5.2.5', 'botocore==1.44.8', 'cfn-lint==1.58.0'],
  'Testing the AWS side of the cloud',
)
