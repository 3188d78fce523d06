import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../../core/errors'
import { configFields } from '../../core/application/config/fields'
import { fieldRule, type SingleField } from './configuration'
import { readField } from './rule'

const read = (field: SingleField, sent: unknown) => readField(fieldRule(field), sent, field.wire)

const secret = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:sdo/registries/ghcr-AbCdEf'
const parameter = 'arn:aws:ssm:us-east-1:123456789012:parameter/sdo/registries/team/ghcr'

function faultOf(value: string): string {
  try {
    read(configFields.registryCredentials, value)
    return ''
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    expect(error).toMatchObject({ code: 'invalid', fields: { registryCredentials: error.message } })
    return error.message
  }
}

describe('the login for a registry', () => {
  it.each([secret, parameter])('may be %s, trimmed', (arn) => {
    expect(read(configFields.registryCredentials, ` ${arn}\n`)).toBe(arn)
  })

  it.each([undefined, '', ' '])('may be missing (%j)', (value) => {
    expect(read(configFields.registryCredentials, value)).toBeNull()
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

describe('the image of an application', () => {
  it('accepts the addresses of the usual registries', () => {
    for (const url of [
      ...['sdo/sample', 'nginx', 'registry.example.com:5000/team/shop'],
      '123456789012.dkr.ecr.us-east-1.amazonaws.com/shop/api',
    ])
      expect(read(configFields.image, ` ${url} `)).toBe(url)
  })

  it.each([
    ['team/shop:1.4.2', 'without tag and digest, which belong to the versions: team/shop'],
    ['team/shop@sha256:0a1b', 'without tag and digest, which belong to the versions: team/shop'],
    ['registry.acme.io:5000/shop:1', 'which belong to the versions: registry.acme.io:5000/shop'],
    ['https://ghcr.io/a/b', 'Docker image is an address without https://'],
    ['team/Shop', 'Docker image must be in lower case'],
    ['team/my shop', 'Docker image must be an address as in docker pull'],
    ['a'.repeat(256), 'This may have at most 255 characters.'],
  ])('says what is none of it: %s', (typed, message) => {
    expect(() => read(configFields.image, typed)).toThrow(message)
  })

  it('says that an image is needed', () => {
    expect(() => read(configFields.image, ' ')).toThrow(configFields.image.missing)
  })
})
