import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm'
import { machineImageParameter } from '../../../core/aws/machine-image'
import type { MachineImage } from '../cloud'
import { requireAnswer } from './answers'

const readParameter = async (ssm: SSMClient) =>
  (await ssm.send(new GetParameterCommand({ Name: machineImageParameter }))).Parameter

/** The id of the image for an instance that is launched now. */
export const findMachineImage = async (ssm: SSMClient): Promise<string> =>
  requireAnswer((await readParameter(ssm))?.Value, 'which Amazon Linux image is current')

/** The current image, and since when it is. */
export async function describeMachineImage(ssm: SSMClient): Promise<MachineImage> {
  const parameter = await readParameter(ssm)
  return {
    id: requireAnswer(parameter?.Value, 'which Amazon Linux image is current'),
    publishedEpoch: requireAnswer(parameter?.LastModifiedDate, 'since when its image is current').getTime(),
  }
}
