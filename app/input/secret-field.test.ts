import { expect, it } from 'vitest'
import { isSecretField } from './secret-field'

it('knows passwords, codes and tokens by their names', () => {
  for (const name of ['password', 'passwordConfirmation', 'code', 'integrationToken', 'clientSecret'])
    expect(isSecretField(name)).toBe(true)
  for (const name of ['name', 'email', 'message']) expect(isSecretField(name)).toBe(false)
})
