import type { FirstThings } from '../../../db/queries/navigation'

/** The steps to a first application that serves, in their order. */
export const firstStepNames = [
  'link-account',
  'apply-template',
  'create-environment',
  'define-application',
  'declare-version',
  'deploy',
  'open-address',
] as const
export type FirstStepName = (typeof firstStepNames)[number]

export interface FirstSteps extends FirstThings {
  done: FirstStepName[]
  /** The first that is not done and can be. */
  next: FirstStepName
  /** Whether that is for somebody else: an admin. */
  isForAdmin: boolean
}

const forAdmins: FirstStepName[] = ['link-account', 'apply-template']

/** How far a team is of which nothing was ever live: ticks come from what it has. */
export function firstSteps(things: FirstThings, isAdmin: boolean): FirstSteps {
  const { account, environment, application, deployment } = things
  const isDone: Record<FirstStepName, boolean> = {
    'link-account': account !== null,
    'apply-template': account?.state === 'SUCCESS',
    'create-environment': environment !== null,
    'define-application': application !== null,
    'declare-version': application?.hasVersion === true,
    deploy: deployment !== null,
    'open-address': false,
  }
  const next = firstStepNames.find((name) => !isDone[name]) ?? 'open-address'
  return {
    ...things,
    done: firstStepNames.filter((name) => isDone[name]),
    next,
    isForAdmin: !isAdmin && forAdmins.includes(next),
  }
}
