import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm'
import { requireAnswer } from './require-answer'

/** Amazon keeps the newest patched Amazon Linux 2023 for arm64 here. */
const parameterName = '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-arm64'

/** The image for an instance that is launched now. */
export async function findMachineImage(ssm: SSMClient): Promise<string> {
  const { Parameter } = await ssm.send(new GetParameterCommand({ Name: parameterName }))
  return requireAnswer(Parameter?.Value, 'which Amazon Linux image is current')
}
