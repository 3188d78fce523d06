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
