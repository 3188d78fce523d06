import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm'
import { machineImageParameter } from '../../../core/aws/machine-image'
import type { MachineImage } from '../cloud'
import { requireAnswer } from './require-answer'

/** The image for an instance that is launched now. */
export async function findMachineImage(ssm: SSMClient): Promise<MachineImage> {
  const { Parameter } = await ssm.send(new GetParameterCommand({ Name: machineImageParameter }))
  return {
    id: requireAnswer(Parameter?.Value, 'which Amazon Linux image is current'),
    publishedEpoch: requireAnswer(Parameter?.LastModifiedDate, 'since when its image is current').getTime(),
  }
}
