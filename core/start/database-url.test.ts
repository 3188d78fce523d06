import { expect, it } from 'vitest'
import { databaseUrlSchema } from './database-url'

it.each([
  ['postgres://sdo:p@db.example/sdo?sslmode=verify-full', true],
  ['postgresql://sdo:p@db.example:5433/sdo?sslmode=verify-full&sslrootcert=/etc/ca.pem', true],
  ['postgres://sdo:p@db.example/sdo?sslmode=disable', true],
  ['postgres://sdo:p@127.0.0.1:5432/sdo', true],
  ['postgres://sdo:p@localhost/sdo', true],
  ['postgres://sdo:p@[::1]/sdo', true],
  ['postgres:///sdo?host=/var/run/postgresql', true],
  ['postgres://sdo:p@localhost/sdo?host=db.example&sslmode=verify-full', true],
  ['postgres://sdo:p@db.example/sdo', false],
  ['postgres://sdo:p@localhost/sdo?host=db.example', false],
  ['postgres://sdo:p@127.example.com/sdo', false],
  ['postgres://sdo:p@db.example/sdo?sslmode=prefer', false],
  ['postgres://sdo:p@db.example/sdo?sslmode=no-verify', false],
  ['mysql://sdo:p@localhost/sdo', false],
])('%s is accepted: %s', (address, accepted) => {
  expect(databaseUrlSchema.safeParse(address).success).toBe(accepted)
})
