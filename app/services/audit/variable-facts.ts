import { noVariables, type Variables } from '../../../core/application/environment-variables'

/** Names of the variables and secrets that a change touched, for the audit log, which must not have their values. Empty for none. */
export function variableFacts(before: Variables | undefined, after: Variables): Record<string, string[]> {
  const [was, is] = [toEntries(before ?? noVariables), toEntries(after)]
  const names = (from: Map<string, string>, isMeant: (name: string) => boolean) =>
    [...from.keys()].filter(isMeant).sort()
  const facts = {
    addedVariables: names(is, (name) => !was.has(name)),
    changedVariables: names(is, (name) => was.has(name) && was.get(name) !== is.get(name)),
    removedVariables: names(was, (name) => !is.has(name)),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, changed]) => changed.length > 0))
}

/** A variable that becomes a secret is another one. */
const toEntries = ({ environmentVariables, secrets }: Variables) =>
  new Map([
    ...Object.entries(environmentVariables).map(([name, value]) => [name, `=${value}`] as const),
    ...Object.entries(secrets).map(([name, arn]) => [name, `@${arn}`] as const),
  ])
