import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm'
import { machineImageParameter } from '../../../core/aws/machine-image'
import { requireAnswer } from './require-answer'

/** The image for an instance that is launched now. */
export async function findMachineImage(ssm: SSMClient): Promise<string> {
  const { Parameter } = await ssm.send(new GetParameterCommand({ Name: machineImageParameter }))
  return requireAnswer(Parameter?.Value, 'which Amazon Linux image is current')
}
