import { ownerTag, ownerValue } from '../../core/aws/ownership'
import { region } from '../../core/aws/region'
import { interruptionQueueName } from '../../core/roles/names'
import { removeRole, removeStack } from '../iam/stacks'
import type { AccountState } from '../state'
import { removeThing } from '../things'
import { everyOf, type EntriesOf } from './thing'

/** Things of an account apart from networks, load balancers and names. */
export const accountThings = {
  stacks: (account, { world }) =>
    Object.keys(account.stacks).map((name) => ({
      id: arnOf(account, 'cloudformation', `stack/${name}`),
      remove: () => removeStack(world, account, name),
    })),
  roles: (account, { world }) =>
    Object.values(account.roles).map(({ name, path }) => ({
      id: `arn:aws:iam::${account.accountNumber}:role${path}${name}`,
      remove: () => removeRole(world, account, name),
    })),
  instanceProfiles: (account) =>
    Object.values(account.instanceProfiles).map(({ name, path }) => ({
      id: `arn:aws:iam::${account.accountNumber}:instance-profile${path}${name}`,
      remove: () => removeThing(account.instanceProfiles, name),
    })),
  logGroups: (account, { logStreams }) =>
    Object.values(account.logGroups).map(({ name }) => ({
      id: arnOf(account, 'logs', `log-group:${name}`),
      remove() {
        removeThing(account.logGroups, name)
        logStreams.forgetGroup(account.accountNumber, name)
      },
    })),
  secrets: ({ secrets }) => everyOf(secrets),
  interruptionQueue: (account) =>
    account.warnings === undefined
      ? []
      : [
          {
            id: arnOf(account, 'sqs', interruptionQueueName),
            tags: { [ownerTag]: ownerValue },
            remove: () => Object.assign(account, { warnings: undefined }),
          },
        ],
  interruptionRule: (account) =>
    account.warnings === undefined || account.isInterruptionRuleGone
      ? []
      : [
          {
            id: arnOf(account, 'events', `rule/${interruptionQueueName}`),
            tags: { [ownerTag]: ownerValue },
            remove: () => Object.assign(account, { isInterruptionRuleGone: true }),
          },
        ],
} satisfies Record<string, EntriesOf>

const arnOf = ({ accountNumber }: AccountState, service: string, resource: string) =>
  `arn:aws:${service}:${region}:${accountNumber}:${resource}`
