import { describe, expect, it } from 'vitest'
import { isSecretReference, secretAccountFault, secretReferenceFault } from './secret-reference'

const secret = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:sdo/secrets/database-AbCdEf'
const parameter = 'arn:aws:ssm:us-east-1:111122223333:parameter/sdo/secrets/database'

describe('a reference to a secret', () => {
  it.each([secret, parameter])('can be %s', (arn) => {
    expect(isSecretReference(arn)).toBe(true)
    expect(secretReferenceFault(arn)).toBeUndefined()
    expect(secretAccountFault('DB', arn, '111122223333')).toBeUndefined()
    expect(secretAccountFault('DB', arn, '999922223333')).toContain('in the AWS account 111122223333, and')
  })

  it.each([
    ['correct-horse', 'is named by the ARN'],
    ['', 'is named by the ARN'],
    [secret.replace('us-east-1', 'eu-west-1'), 'must be in us-east-1'],
    [secret.replace('sdo/secrets', 'prod'), 'must begin with sdo/secrets/'],
    [parameter.replace('/secrets', '/registries'), 'must begin with sdo/secrets/'],
    [`${secret}\n`, 'must begin with sdo/secrets/'],
  ])('can not be %j, and nothing of it is repeated', (arn, words) => {
    expect(isSecretReference(arn)).toBe(false)
    expect(secretReferenceFault(arn)).toContain(words)
    if (arn !== '') expect(secretReferenceFault(arn)).not.toContain(arn)
  })
})
