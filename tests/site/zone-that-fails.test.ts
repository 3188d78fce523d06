import { describe, expect, it } from 'vitest'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { buildReadyAccount } from '../builders/deployment-core'
import { buildHostedZone, linkZone } from '../builders/hosted-zones'
import { readForms } from '../builders/html-forms'
import { refuseWrites } from '../builders/refuse-writes'
import { buildEnvironment } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const server = useAppServer(database)

describe('what fails for a fault of ours is said in the words of the page', () => {
  it.each([
    ['unlink', 'We were unable to unlink the specified hosted zone.'],
    ['delete', 'There was an error deleting the selected hosted zone.  Please try again later.'],
  ] as const)('of a hosted zone: %s', async (name, message) => {
    const email = `${name}@example.com`
    const browser = await server.signUp(email)
    const account = await buildReadyAccount(await User.findOne({ where: { email }, rejectOnEmpty: true }))
    const zone = await buildHostedZone(account)
    const environment = await buildEnvironment(account)
    if (name === 'unlink') await linkZone(environment, zone)
    const path =
      name === 'unlink'
        ? `/portal/environments/links?id=${environment.id}&name=Production`
        : `/portal/external-resources/delete-hosted-zone?id=${zone.id}&name=zone`
    const form = readForms((await browser.open(path)).text).find((one) => one.name === name)
    const restore = await refuseWrites(database.sequelize, 'audit_entries', 'true')
    const failed = await browser.post(path, { ...form?.hidden })
    await restore()
    expect(failed.status).toBe(503)
    expect(failed.text).toContain(message)
  })
})
