import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../../core/errors'
import { requireRegistryCredentials } from './registry-credentials'

const secret = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:sdo/registries/ghcr-AbCdEf'
const parameter = 'arn:aws:ssm:us-east-1:123456789012:parameter/sdo/registries/team/ghcr'

function faultOf(value: string): string {
  try {
    requireRegistryCredentials(value, 'registryCredentials')
    return ''
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    expect(error).toMatchObject({ code: 'invalid', fields: { registryCredentials: error.message } })
    return error.message
  }
}

describe('the login for a registry', () => {
  it.each([secret, parameter])('may be %s, trimmed', (arn) => {
    expect(requireRegistryCredentials(` ${arn}\n`, 'registryCredentials')).toBe(arn)
  })

  it.each([undefined, '', ' '])('may be missing (%j)', (value) => {
    expect(requireRegistryCredentials(value, 'registryCredentials')).toBeNull()
  })

  it.each([
    ['in another region', secret.replace('us-east-1', 'eu-west-1'), /must be in us-east-1/],
    [
      'with another name',
      secret.replace('sdo/registries/', 'database/'),
      /must begin with sdo\/registries\//,
    ],
    ['with no name of its own', parameter.replace('team/ghcr', ''), /must begin with/],
    ['with a part of the secret', `${secret}:password::`, /must begin with|must be the ARN/],
    ['that is a role', 'arn:aws:iam::123456789012:role/registry', /must be the ARN of a secret/],
    ['that is a name alone', 'sdo/registries/ghcr', /must be the ARN of a secret/],
    ['in China', secret.replace('arn:aws:', 'arn:aws-cn:'), /must be the ARN of a secret/],
    ['that is very long', `${parameter}${'a'.repeat(1000)}`, /at most 500 characters/],
  ])('may be none %s', (_what, value, message) => {
    expect(faultOf(value)).toMatch(message)
  })

  it('is repeated in no refusal: somebody may type the login itself', () => {
    expect(faultOf('{"username":"ada","password":"correct-horse"}')).not.toContain('horse')
    fc.assert(
      fc.property(fc.string({ minLength: 20 }), (typed) => {
        expect(faultOf(typed).includes(typed.trim()) && typed.trim() !== '').toBe(false)
      }),
    )
  })
})
