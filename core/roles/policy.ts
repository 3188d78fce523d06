import { ownerTag, ownerValue, ownTagKeys } from '../aws/ownership'
import { region } from '../aws/region'
import type { PolicyDocument, PolicyStatement } from './role'

export type Condition = NonNullable<PolicyStatement['Condition']>

/** Condition that an existing resource is ours. */
export const ifOwned: Condition = { StringEquals: { [`aws:ResourceTag/${ownerTag}`]: ownerValue } }

/** Condition that a resource is marked as ours while it is made, and with no tag that means something to somebody else. */
export const ifMarkedAsOwned: Condition = {
  StringEquals: { [`aws:RequestTag/${ownerTag}`]: ownerValue },
  'ForAllValues:StringEquals': { 'aws:TagKeys': ownTagKeys },
}

/** Condition on the region, for actions that AWS can restrict by nothing else. */
export const inRegion: Condition = { StringEquals: { 'aws:RequestedRegion': region } }

/** Tags may be given only by a call that makes something: never to what is there already. */
export const whileCreating = (
  service: 'ec2' | 'elasticloadbalancing',
  creating: readonly string[],
): Condition =>
  allOf(ifMarkedAsOwned, {
    StringEquals: { [`${service}:CreateAction`]: creating.map((action) => action.replace(/^.*:/, '')) },
  })

/** Conditions that must all hold. */
export const allOf = (...conditions: Condition[]): Condition => {
  const joined: Condition = {}
  for (const condition of conditions)
    for (const [operator, operands] of Object.entries(condition))
      joined[operator] = { ...joined[operator], ...operands }
  return joined
}

export const policyDocument = (...statements: PolicyStatement[]): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: statements,
})

/** An Allow statement; `sid` says in one word what it is for. */
export const allow = (
  sid: string,
  actions: readonly string[],
  resources: string[],
  condition?: Condition,
): PolicyStatement => ({
  Sid: sid,
  Effect: 'Allow',
  Action: [...actions],
  Resource: resources,
  ...(condition && { Condition: condition }),
})

/** A trust policy that lets SDO's own account in, with the external ID that only this customer's account has. */
export const trustPlatform = (platformAccountNumber: string, externalId: string): PolicyDocument =>
  policyDocument({
    Effect: 'Allow',
    Principal: { AWS: `arn:aws:iam::${platformAccountNumber}:root` },
    Action: 'sts:AssumeRole',
    Condition: { StringEquals: { 'sts:ExternalId': externalId } },
  })
