import { variablesOf, type Variables } from '../application/environment-variables'

/** A difference of one fact in words; absent on the side where there is nothing. */
export interface FactDifference {
  fact: string
  before?: string
  after?: string
}

const longestShown = 100

/** Variables and secrets that differ, each in a line of its own: the value of a variable, cut when it is long, and the ARN of a secret. */
export function variableDifferences(before: Partial<Variables>, after: Partial<Variables>): FactDifference[] {
  const [was, is] = [variablesOf(before), variablesOf(after)]
  return [
    ...differing('Variable', was.environmentVariables, is.environmentVariables, shorten),
    ...differing('Secret', was.secrets, is.secrets, (arn) => arn),
  ]
}

const differing = (
  kind: string,
  before: Record<string, string>,
  after: Record<string, string>,
  tell: (value: string) => string,
): FactDifference[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name) => {
    const [was, is] = [valueOf(before, name), valueOf(after, name)]
    if (was === is) return []
    return {
      fact: `${kind} ${name}`,
      ...(was !== undefined && { before: tell(was) }),
      ...(is !== undefined && { after: tell(is) }),
    }
  })

const valueOf = (values: Record<string, string>, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined

const shorten = (value: string): string => {
  if (value === '') return '(empty)'
  return value.length > longestShown ? `${value.slice(0, longestShown)}… (${value.length} characters)` : value
}
