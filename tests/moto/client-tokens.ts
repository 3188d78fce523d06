import { ec2Refusal, standBefore, type Answer } from './forward'

/**
 * Stands before moto and honours client tokens of RunInstances as AWS does and moto does not: a launch that is asked for again is answered with what it
 * launched. What AWS is asked about in a dry run is not done either.
 */
export async function honourClientTokens(moto: string): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const launches = new Map<string, Promise<Answer>>()
  return standBefore(moto, async ({ parameters, ask }) => {
    if (parameters.get('DryRun') === 'true') return dryRunAnswer
    const token = parameters.get('Action') === 'RunInstances' ? parameters.get('ClientToken') : undefined
    if (!token) return ask()
    const launch = launches.get(token) ?? ask()
    launches.set(token, launch)
    const made = await launch
    // What was refused was not launched.
    if (made.status !== 200) launches.delete(token)
    return made
  })
}

const dryRunAnswer = ec2Refusal(
  'DryRunOperation',
  'Request would have succeeded, but DryRun flag is set.',
  412,
)
