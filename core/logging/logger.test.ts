import { DatabaseError, UniqueConstraintError, ValidationErrorItem, type Model } from 'sequelize'
import { expect, it } from 'vitest'
import { createLogger } from './logger'

/** The line that logging `failure` leaves, as it is written. */
function lineOf(failure: Error): string {
  let line = ''
  createLogger('test', 'info', { write: (text) => void (line += text) }).error({ err: failure }, 'failed')
  return line
}

const hash = '$argon2id$hash'

it('says which statement failed, without its values and without the row that was refused', () => {
  const cause = Object.assign(new Error('null value in column "name"'), {
    code: '23502',
    sql: 'INSERT INTO users VALUES ($1)',
    parameters: [hash],
    detail: `Failing row contains (${hash}, null).`,
  })
  const line = lineOf(new DatabaseError(cause))
  expect(line).toContain('INSERT INTO users VALUES ($1)')
  expect(line).toContain('null value in column')
  expect(line).not.toContain(hash)
})

it('says which value was there already, without the row that should have had it', () => {
  const row = { passwordHash: hash } as unknown as Model
  const { DB } = ValidationErrorItem.Origins
  const item = new ValidationErrorItem('name must be unique', DB, 'name', 'Ada', row, 'not_unique', '', [])
  const parent = Object.assign(new Error('duplicate key'), { sql: '', parameters: [hash], detail: hash })
  const line = lineOf(new UniqueConstraintError({ errors: [item], parent }))
  expect(line).toContain('name must be unique')
  expect(line).not.toContain(hash)
})
