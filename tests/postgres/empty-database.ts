import { randomBytes } from 'node:crypto'
import type { TestDatabase } from './test-database'

/** Makes one beside that of the tests, with nothing in it. @returns its address */
export async function createEmptyDatabase({ url, sequelize }: TestDatabase): Promise<string> {
  const name = `empty_${randomBytes(4).toString('hex')}`
  await sequelize.query(`CREATE DATABASE ${name}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
