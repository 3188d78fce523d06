import { ownerTag, ownerValue } from '../ownership'
import type { PolicyDocument, PolicyStatement } from './role'

export type Condition = NonNullable<PolicyStatement['Condition']>

/** What exists already must be ours. */
export const ifOwned: Condition = { StringEquals: { [`aws:ResourceTag/${ownerTag}`]: ownerValue } }

/** What is made must be marked as ours while it is made. */
export const ifMarkedAsOwned: Condition = { StringEquals: { [`aws:RequestTag/${ownerTag}`]: ownerValue } }

export const policyDocument = (...statements: PolicyStatement[]): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: statements,
})

/** An Allow statement; `sid` says in one word what it is for. */
export const allow = (
  sid: string,
  actions: string[],
  resources: string[],
  condition?: Condition,
): PolicyStatement => ({
  Sid: sid,
  Effect: 'Allow',
  Action: actions,
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
