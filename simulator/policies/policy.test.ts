import { describe, expect, it } from 'vitest'
import { matchesPattern } from './pattern'
import { allowsAction, trustsExternalId, type PolicyQuestion } from './policy'

const allow = (statement: object) => ({ Statement: [{ Effect: 'Allow', ...statement }] })
const ask = (documents: unknown[], question: Partial<PolicyQuestion> = {}) =>
  allowsAction(documents, { action: 'ec2:CreateVpc', resource: { arn: 'arn:aws:ec2:::vpc/1' }, ...question })

describe('what policies allow', () => {
  it('is nothing without an Allow', () => {
    expect(ask([])).toBe(false)
    expect(ask([{ Statement: [] }, {}, undefined])).toBe(false)
  })

  it('goes by action, with wildcards and in any case', () => {
    for (const Action of [
      'ec2:CreateVpc',
      'ec2:createvpc',
      'ec2:Create*',
      'ec2:CreateVp?',
      '*',
      ['a:b', 'ec2:*'],
    ])
      expect(ask([allow({ Action })]), String(Action)).toBe(true)
    for (const Action of ['ec2:CreateVpcs', 'ec2:Create', 'ec2.CreateVpc', ['a:b'], undefined])
      expect(ask([allow({ Action })]), String(Action)).toBe(false)
  })

  it('goes by resource, with wildcards', () => {
    const Action = '*'
    expect(ask([allow({ Action, Resource: 'arn:aws:ec2:::vpc/*' })])).toBe(true)
    expect(ask([allow({ Action, Resource: ['arn:aws:ec2:::subnet/*', 'arn:aws:ec2:::VPC/*'] })])).toBe(false)
  })

  it('lets a Deny win', () => {
    const deny = { Statement: { Effect: 'Deny', Action: 'ec2:CreateVpc' } }
    expect(ask([allow({ Action: '*' }), deny])).toBe(false)
    expect(ask([allow({ Action: '*' }), deny], { action: 'ec2:DeleteVpc' })).toBe(true)
  })

  it('goes by the tags of the request and of what exists', () => {
    const onRequest = allow({
      Action: '*',
      Condition: { StringEquals: { 'aws:RequestTag/sdo:owner': 'sdo' } },
    })
    expect(ask([onRequest], { requestTags: { 'sdo:owner': 'sdo' } })).toBe(true)
    expect(ask([onRequest], { requestTags: { 'sdo:owner': 'other' } })).toBe(false)
    expect(ask([onRequest], { requestTags: {} })).toBe(false)
    const onResource = allow({
      Action: '*',
      Condition: { StringLike: { 'ec2:ResourceTag/sdo:owner': 's*' } },
    })
    const resource = (tags: Record<string, string>) => ({ resource: { arn: 'arn:aws:ec2:::vpc/1', tags } })
    expect(ask([onResource], resource({ 'sdo:owner': 'sdo' }))).toBe(true)
    expect(ask([onResource], resource({ Name: 'sdo' }))).toBe(false)
  })

  it('goes by what else the request says, and by nothing that it does not', () => {
    const byAmazon = allow({ Action: '*', Condition: { StringEquals: { 'ec2:Owner': 'amazon' } } })
    const image = (context?: Record<string, string>) => ({
      resource: { arn: 'arn:aws:ec2:::image/1', context },
    })
    expect(ask([byAmazon], image({ 'ec2:owner': 'amazon' }))).toBe(true)
    expect(ask([byAmazon], image({ 'ec2:Owner': '111122223333' }))).toBe(false)
    expect(ask([byAmazon], image())).toBe(false)
  })
})

describe('a trust policy', () => {
  const trust = (changes: object = {}) => ({
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::999999999999:root' },
        Action: 'sts:AssumeRole',
        Condition: { StringEquals: { 'sts:ExternalId': 'ours' } },
        ...changes,
      },
    ],
  })

  it('lets in who has the external ID', () => {
    expect(trustsExternalId(trust(), 'ours')).toBe(true)
    expect(trustsExternalId(trust(), 'theirs')).toBe(false)
  })

  it('lets in nobody if it trusts a service, denies or allows another action', () => {
    for (const changes of [
      { Principal: { Service: 'ec2.amazonaws.com' } },
      { Effect: 'Deny' },
      { Action: 'sts:TagSession' },
    ])
      expect(trustsExternalId(trust(changes), 'ours')).toBe(false)
    expect(trustsExternalId(undefined, 'ours')).toBe(false)
  })

  it('lets in anybody without a condition, as AWS does', () => {
    expect(trustsExternalId(trust({ Condition: undefined }), 'anything')).toBe(true)
  })
})

describe('a pattern', () => {
  it('takes nothing but * and ? as special', () => {
    expect(matchesPattern('a.c', 'abc')).toBe(false)
    expect(matchesPattern('a+(b)|[c]', 'a+(b)|[c]')).toBe(true)
    expect(matchesPattern('*', 'line\nline')).toBe(true)
  })
})
