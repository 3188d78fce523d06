import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { buildTeam } from '../../tests/builders/deployment-core'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { MailMessage } from '../models/mail-message'
import { claimDueMail } from './mails'

const database = useTestDatabase()
const at = (second: number) => new Date(second * 1000)

const queue = (recipient: string, dueAt: Date, teamId?: string) =>
  MailMessage.create({ id: randomUUID(), recipient, content: null, createdAt: dueAt, dueAt, teamId })

it('many news of one team wait for a mail of anybody else, and for news of another team, one at a time', async () => {
  const [busy, quiet] = [await buildTeam(), await buildTeam()]
  for (let number = 0; number < 4; number++) await queue(`busy-${number}`, at(number / 10), busy.teamId)
  await queue('code', at(3))
  await queue('quiet', at(5), quiet.teamId)
  const order: string[] = []
  for (let second = 2; ; second += 2) {
    const mail = await claimDueMail(database.sequelize, { now: at(second), freeAt: at(1000) })
    if (!mail) break
    order.push(mail.recipient)
  }
  expect(order).toEqual(['busy-0', 'busy-1', 'code', 'busy-2', 'quiet', 'busy-3'])
})
