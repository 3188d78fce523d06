import { region } from './region'

/** CloudWatch's console takes what is in its address escaped twice, with `$` for `%`. */
const escaped = (text: string) => encodeURIComponent(encodeURIComponent(text)).replaceAll('%', '$')

/** Address at which a person who is logged in to the account reads a log stream. */
export const logStreamPage = (group: string, stream: string): string =>
  `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#logsV2:log-groups/log-group/${escaped(group)}/log-events/${escaped(stream)}`

/** Follows a log stream in a terminal. */
export const tailCommand = (group: string, stream: string): string =>
  `aws logs tail '${group}' --log-stream-names '${stream}' --follow --region ${region}`
