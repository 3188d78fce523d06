import { region } from './region'

/** Path of the log groups of processes' output; roles reach no others. */
export const logGroupPath = '/sdo/'

/** How long CloudWatch keeps what is printed, set when a group is made and never again: from then on it is the customer's. */
export const logRetentionDays = 7

/** A part of a group's path: the name, which may change, and the first characters of the id, which tell two of one name apart. */
interface Named {
  id: string
  name: string
}

const idCharacters = 8

/**
 * The log group of an application in an environment, by the names of both as they are when it is made. AWS takes letters, digits and
 * `. - _ / #`, 512 of them.
 */
export const logGroupName = (environment: Named, application: Named): string =>
  `${logGroupPath}${nameOf(environment)}/${nameOf(application)}`

const nameOf = ({ id, name }: Named) =>
  `${name.slice(0, 100)}-${id.slice(0, idCharacters)}`.replaceAll(/[^\w.-]/g, '_')

/** The log stream of a process, in the group of its application. */
export const logStreamName = (processId: string): string => processId.replaceAll(/[:*]/g, '_')

/** CloudWatch's console takes what is in its address escaped twice, with `$` for `%`. */
const escaped = (text: string) => encodeURIComponent(encodeURIComponent(text)).replaceAll('%', '$')

/** Address at which a person who is logged in to the account reads a log stream. */
export const logStreamPage = (group: string, stream: string): string =>
  `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#logsV2:log-groups/log-group/${escaped(group)}/log-events/${escaped(stream)}`

/** Follows a log stream in a terminal. */
export const tailCommand = (group: string, stream: string): string =>
  `aws logs tail '${group}' --log-stream-names '${stream}' --follow --region ${region}`
