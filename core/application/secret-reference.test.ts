import { describe, expect, it } from 'vitest'
import {
  isSecretReference,
  parseSecretReference,
  secretAccountFault,
  secretReferenceFault,
} from './secret-reference'

const secret = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:sdo/secrets/database-AbCdEf'
const parameter = 'arn:aws:ssm:us-east-1:111122223333:parameter/sdo/secrets/database'

describe('a reference to a secret', () => {
  it.each([secret, parameter, `${secret}:password::`])('can be %s', (reference) => {
    expect(isSecretReference(reference)).toBe(true)
    expect(secretReferenceFault(reference)).toBeUndefined()
    expect(secretAccountFault('DB', reference, '111122223333')).toBeUndefined()
    expect(secretAccountFault('DB', reference, '999922223333')?.text).toContain(
      'in the AWS account 111122223333, and',
    )
  })

  it.each([
    ['', {}],
    [':::', {}],
    [':password::', { jsonKey: 'password' }],
    [':of the database::', { jsonKey: 'of the database' }],
    ['::AWSPREVIOUS:', { versionStage: 'AWSPREVIOUS' }],
    [':key:my/stage:', { jsonKey: 'key', versionStage: 'my/stage' }],
    [':key::9d4cb84b-ad69-40c0', { jsonKey: 'key', versionId: '9d4cb84b-ad69-40c0' }],
  ])('means with %j behind the ARN what it means to ECS', (behind, meant) => {
    expect(parseSecretReference(secret + behind)).toEqual({ arn: secret, ...meant })
  })

  it.each([
    ['correct-horse', 'is named by the ARN'],
    ['', 'is named by the ARN'],
    [secret.replace('us-east-1', 'eu-west-1'), 'must be in us-east-1'],
    [secret.replace('sdo/secrets', 'prod'), 'must begin with sdo/secrets/'],
    [`${secret.replace('sdo/secrets', 'prod')}:key::`, 'must begin with sdo/secrets/'],
    [parameter.replace('/secrets', '/registries'), 'must begin with sdo/secrets/'],
    [`${parameter}:key::`, 'must begin with sdo/secrets/'],
    [`${secret}\n`, 'must begin with sdo/secrets/'],
    [`${secret}:key`, 'none of the three colons'],
    [`${secret}:key:`, 'none of the three colons'],
    [`${secret}:key:::`, 'none of the three colons'],
    [`${secret}:key::\n`, 'none of the three colons'],
    [`${secret}:a\nb::`, 'none of the three colons'],
    [`${secret}:key:AWSCURRENT:9d4cb84b`, 'a version stage or a version id'],
  ])('can not be %j, and nothing of it is repeated', (reference, words) => {
    expect(isSecretReference(reference)).toBe(false)
    expect(secretReferenceFault(reference)).toContain(words)
    if (reference !== '') expect(secretReferenceFault(reference)).not.toContain(reference)
  })
})
