import { DomainError } from '../../../core/errors'
import type { LoginOutcome } from '../../metrics/app-metrics'
import type { Dependencies } from '../dependencies'
import type { Login } from './finish-login'

type Step<Parameters extends object[], Result extends Login | undefined> = (
  dependencies: Dependencies,
  ...parameters: Parameters
) => Promise<Result>

const isOfIntegration = (input: object) =>
  'identityToken' in input || ('integrationToken' in input && input.integrationToken !== undefined)

/** Wraps a step of logging in so that it is counted by its outcome. */
export const countLogins =
  <Parameters extends object[], Result extends Login | undefined>(
    run: Step<Parameters, Result>,
  ): Step<Parameters, Result> =>
  async (dependencies, ...parameters) => {
    const kind = parameters.some(isOfIntegration) ? 'integration' : 'person'
    const count = (outcome: LoginOutcome) => dependencies.metrics?.countLogin(kind, outcome)
    try {
      const login = await run(dependencies, ...parameters)
      count(outcomeOf(login))
      return login
    } catch (failure) {
      count(failure instanceof DomainError && failure.code === 'throttled' ? 'throttled' : 'failed')
      throw failure
    }
  }

function outcomeOf(login: Login | undefined): LoginOutcome {
  if (login?.session) return 'success'
  if (login?.tokenResult === 'AUTHENTICATION_TOKEN_NEEDED') return 'second-factor-needed'
  return login?.tokenResult === 'AUTHENTICATION_TOKEN_THROTTLED' ? 'throttled' : 'refused'
}
