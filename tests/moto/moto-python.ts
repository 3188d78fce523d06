import { pythonTool } from '../python/python-tool'

/** A stand-in for AWS. */
export const motoPython = pythonTool('moto[server]==5.2.5', 'Testing the AWS side of the cloud')
