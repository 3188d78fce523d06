import { describe, expect, it } from 'vitest'
import { ownerTag } from '../aws/ownership'
import {
  certificateManagerRoleName,
  dnsManagerRoleName,
  environmentManagerRoleName,
  examinationRoleName,
  networkManagerRoleName,
  processRunnerRoleName,
  rolePath,
} from './names'
import { requiredRoles } from './required-roles'
import type { PolicyStatement, RequiredRole } from './role'

const requirements = {
  accountNumber: '111122223333',
  externalId: 'ext-1',
  platformAccountNumber: '999988887777',
}
const holder = requiredRoles({ ...requirements, isEnvironmentHolder: true, isNetworkHolder: true })

const statementsOf = (role: RequiredRole) => role.policies.flatMap(({ definition }) => definition.Statement)
const listOf = (value: string | string[] | undefined) => [value ?? []].flat()
const require = (name: string): RequiredRole => {
  const role = holder.find((candidate) => candidate.name === name)
  if (!role) throw new Error(`${name} is not required`)
  return role
}
const isReading = (action: string) => /^\w+:(Describe|Get|BatchGet|List|Receive)/.test(action)
/** Naming the resource, or what of ours it is below, narrows an action as well as a tag does. */
const isRestricted = (statement: PolicyStatement) =>
  statement.Condition !== undefined ||
  listOf(statement.Resource).every((arn) => /[^*/:]$|:\/sdo\/\*$|\/sdo-\?{24}\/\*$/.test(arn))

/** IAM takes so many characters in all inline policies of a role together, without white space. */
const mostInlineCharacters = 10_240
const roomIn = ({ policies }: RequiredRole): number =>
  mostInlineCharacters -
  policies
    .map(({ definition }) => JSON.stringify(definition))
    .join('')
    .replace(/\s/g, '').length

describe('required roles', () => {
  it('asks an account without environments for the roles that examine it and give names', () => {
    const roles = requiredRoles({ ...requirements, isEnvironmentHolder: false })
    expect(roles.map(({ name }) => name)).toEqual([examinationRoleName, dnsManagerRoleName])
  })

  it('asks only an account with external networks for the role that connects them', () => {
    const roles = requiredRoles({ ...requirements, isEnvironmentHolder: false, isNetworkHolder: true })
    expect(roles.map(({ name }) => name)).toEqual([
      examinationRoleName,
      dnsManagerRoleName,
      networkManagerRoleName,
    ])
  })

  it('asks a holder of environments and networks for all, under our path', () => {
    expect(holder.map(({ name }) => name)).toEqual([
      examinationRoleName,
      environmentManagerRoleName,
      certificateManagerRoleName,
      processRunnerRoleName,
      dnsManagerRoleName,
      networkManagerRoleName,
    ])
    expect(holder.every(({ path }) => path === rolePath)).toBe(true)
  })

  it('lets the platform in only with the external ID, and only EC2 carry the process runner', () => {
    for (const name of [
      examinationRoleName,
      environmentManagerRoleName,
      certificateManagerRoleName,
      dnsManagerRoleName,
      networkManagerRoleName,
    ])
      expect(require(name).assumePolicy.definition.Statement).toEqual([
        {
          Effect: 'Allow',
          Principal: { AWS: 'arn:aws:iam::999988887777:root' },
          Action: 'sts:AssumeRole',
          Condition: { StringEquals: { 'sts:ExternalId': 'ext-1' } },
        },
      ])
    expect(require(processRunnerRoleName).assumePolicy.definition.Statement[0]?.Principal).toEqual({
      Service: 'ec2.amazonaws.com',
    })
  })

  it('gives the examination role nothing but reading', () => {
    const actions = statementsOf(require(examinationRoleName)).flatMap(({ Action }) => listOf(Action))
    expect(actions.filter((action) => !isReading(action))).toEqual([])
  })

  it('names every action in full: no wildcard, so no admin access', () => {
    const actions = holder.flatMap(statementsOf).flatMap(({ Action }) => listOf(Action))
    expect(actions.filter((action) => action.includes('*'))).toEqual([])
  })

  it('restricts everything that changes something by tag, by name or by condition', () => {
    const unrestricted = holder
      .flatMap(statementsOf)
      .filter((statement) => listOf(statement.Action).some((action) => !isReading(action)))
      .filter((statement) => !isRestricted(statement))
    expect(unrestricted.map(({ Sid }) => Sid)).toEqual([])
  })

  it('deletes, changes and terminates only what carries the owner tag', () => {
    const destructive = statementsOf(require(environmentManagerRoleName)).filter(({ Action }) =>
      listOf(Action).some((action) =>
        /^(ec2|elasticloadbalancing):(Delete|Terminate|Modify|Detach)/.test(action),
      ),
    )
    expect(destructive.length).toBeGreaterThan(0)
    for (const { Condition } of destructive)
      expect(Condition).toEqual({ StringEquals: { [`aws:ResourceTag/${ownerTag}`]: 'sdo' } })
  })

  it('passes no role but the process runner, and that to EC2 only', () => {
    const passing = holder
      .flatMap(statementsOf)
      .filter(({ Action }) => listOf(Action).includes('iam:PassRole'))
    expect(passing).toEqual([
      expect.objectContaining({
        Resource: ['arn:aws:iam::111122223333:role/sdo/sdo-process-runner'],
        Condition: { StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } },
      }),
    ])
  })

  it.each(holder.map((role) => [roomIn(role), role.name] as const))(
    'leaves room for %i more characters in the inline policies of %s',
    (room) => expect(room).toBeGreaterThanOrEqual(0),
  )

  it('stays within what IAM accepts for trust policies and descriptions', () => {
    for (const role of holder) {
      expect(JSON.stringify(role.assumePolicy.definition).length).toBeLessThan(2_048)
      expect(role.description).toMatch(/^[\x20-\x7e]{1,1000}$/)
      expect(new Set(role.policies.map(({ name }) => name)).size).toBe(role.policies.length)
      for (const { definition } of role.policies)
        for (const { Sid } of definition.Statement) expect(Sid).toMatch(/^[A-Za-z0-9]+$/)
    }
  })
})
