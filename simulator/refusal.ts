import { toCloudError } from '../controller/cloud/aws/aws-errors'
import type { CloudError } from '../controller/cloud/cloud'

/** A refusal with AWS's own code and words, which becomes what the real client makes of AWS's answer. */
export const refusal = (code: string, message: string): CloudError =>
  toCloudError(
    Object.assign(new Error(message), { name: code, $metadata: { httpStatusCode: statusOf(code) } }),
  )

/** What a service of AWS answers when it is itself at fault. */
const statusOf = (code: string): number => (/^(InternalError|ServiceUnavailable)$/.test(code) ? 500 : 400)
