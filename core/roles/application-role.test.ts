import { describe, expect, it } from 'vitest'
import { parseRoleArn, processRunnerArn, trustsProcessRunner } from './application-role'

const account = '111122223333'
const trusting = (Principal: unknown, rest: object = {}) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal, Action: 'sts:AssumeRole', ...rest }],
})

describe('the trust policy of an application role', () => {
  it.each([
    ['the process runner', trusting({ AWS: processRunnerArn(account) })],
    [
      'the process runner among others',
      trusting({ AWS: ['arn:aws:iam::1:root', processRunnerArn(account)] }),
    ],
    ['the account', trusting({ AWS: `arn:aws:iam::${account}:root` })],
    ['the account by its number', trusting({ AWS: account })],
    ['everybody', trusting('*')],
    ['it for several actions', trusting({ AWS: account }, { Action: ['sts:TagSession', 'sts:AssumeRole'] })],
    ['it in a single statement', { Statement: trusting({ AWS: account }).Statement[0] }],
  ])('lets the process runner in when it trusts %s', (_name, policy) => {
    expect(trustsProcessRunner(policy, account)).toBe(true)
  })

  it.each([
    ['a service', trusting({ Service: 'ec2.amazonaws.com' })],
    ['another account', trusting({ AWS: 'arn:aws:iam::444455556666:root' })],
    [
      'a process runner of another path',
      trusting({ AWS: `arn:aws:iam::${account}:role/sdo-process-runner` }),
    ],
    ['it for something else', trusting({ AWS: account }, { Action: 'sts:TagSession' })],
    ['it to be kept out', trusting({ AWS: account }, { Effect: 'Deny' })],
    ['nobody', undefined],
    ['what is no policy', 'policy'],
    ['no principal', trusting(null)],
  ])('does not when it trusts %s', (_name, policy) => {
    expect(trustsProcessRunner(policy, account)).toBe(false)
  })
})

it('the ARN of a role tells its account and its name, whatever its path', () => {
  expect(parseRoleArn(`arn:aws:iam::${account}:role/mail`)).toEqual({ accountNumber: account, name: 'mail' })
  expect(parseRoleArn(`arn:aws:iam::${account}:role/a/b/mail`)).toEqual({
    accountNumber: account,
    name: 'mail',
  })
  for (const wrong of [
    '',
    'mail',
    `arn:aws:iam::1:role/mail`,
    `arn:aws:iam::${account}:user/mail`,
    `arn:aws:iam::${account}:role/`,
  ])
    expect(parseRoleArn(wrong)).toBeUndefined()
})
