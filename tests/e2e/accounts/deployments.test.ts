import { expect } from '@playwright/test'
import { applicationRoleFaults } from '../../../core/roles/application-role'
import { selectVersion } from '../select-version'
import { test, withAndWithoutScripts } from './test'
import type { Visitor } from './visitor'

const pageOf = (environmentId: string) => `/portal/environments/create-deployment?id=${environmentId}`
const rowOf = ({ page }: Visitor, text: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: text, exact: true }) })

/** Nothing of the table is cut off at the width of a desktop. */
const expectWholeTable = async ({ page }: Visitor, name: string) =>
  expect(
    await page.getByRole('region', { name }).evaluate((region) => region.scrollWidth - region.clientWidth),
    `${name} is cut off`,
  ).toBeLessThanOrEqual(0)

withAndWithoutScripts(() => {
  test('what was said goes when what it spoke of has changed', async ({ visitor, site }) => {
    const person = await site.people.signUp()
    const { environmentId, versionId } = await site.deployments.setUp(person.actor)
    await site.services.deployments.patchDeployment(person.actor, {
      environmentId,
      applicationVersionIdToDeploy: versionId,
      firstDeployWarningApproved: true,
    })
    await visitor.signInAs(person)
    await visitor.open(pageOf(environmentId))
    const version = visitor.page.getByRole('combobox', { name: 'Version of shop', exact: true })
    await selectVersion(version, 'Release 1')
    await visitor.press('Deploy selected')
    const news = visitor.page.getByText('The deployment was queued.')
    await expect(news).toBeVisible()
    await site.deployments.end(environmentId, 'shop (version Release 1) could not be started.')
    if (!visitor.runsScripts) await visitor.follow('Refresh this page')
    await visitor.expectText('could not be started')
    await expect(news).toHaveCount(0)
  })

  test('what runs is in the history with true words, however many deployments wait', async ({
    visitor,
    site,
  }) => {
    const person = await site.people.signUp()
    const ids = await site.deployments.setUp(person.actor)
    await site.deployments.runThree(ids)
    await visitor.signInAs(person)
    await visitor.open(pageOf(ids.environmentId))
    await expect(rowOf(visitor, '1: Add shop Release 1')).toContainText('Replaced by deployment 2.')
    await expect(rowOf(visitor, '2: Deploy shop Release 1 again')).toContainText('Live')
    await expect(rowOf(visitor, '3: Change shop from Release 1 to Release 2')).toContainText('Deploying')
    await visitor.look('deployments')
    await site.deployments.queue(ids, 30)
    await visitor.open(pageOf(ids.environmentId))
    await expect(rowOf(visitor, '2: Deploy shop Release 1 again')).toContainText('Live')
    await expect(rowOf(visitor, '3: Change shop from Release 1 to Release 2')).toContainText('Deploying')
    await visitor.expectText('20 more deployments wait for their turn.')
    await visitor.look('deployments-waiting')
  })

  test('a live deployment is opened from its page, and its ids and addresses are copied', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop', 'api'])
    const { deployments } = await site.services.deployments.getDeploymentHistory(person.actor, id)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await visitor.signInAs(person)
    await visitor.open(`/portal/environments/deployment?id=${id}&deploymentId=${deployments[0]?.id}`)
    await expect(page.getByRole('link', { name: 'Open shop, port 8080' })).toHaveAttribute(
      'href',
      'http://load-balancer-1.elb.example.com',
    )
    const copy = page.getByRole('button', { name: 'Copy address of shop, port 8080' })
    await expect(copy).toHaveCount(visitor.runsScripts ? 1 : 0)
    if (visitor.runsScripts) {
      await copy.click()
      await expect(page.getByRole('button', { name: 'Copied address of shop, port 8080' })).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        'http://load-balancer-1.elb.example.com',
      )
    }
    await visitor.look('deployment-live')
    for (const tab of ['overview', 'resources']) {
      await visitor.open(`/portal/environments/detail?id=${id}&tab=${tab}`)
      await expect(page.getByRole('button', { name: 'Copy address of shop' })).toHaveCount(
        visitor.runsScripts ? 1 : 0,
      )
      await visitor.look(`environment-copy-${tab}`)
    }
    await visitor.open('/portal/external-resources')
    await visitor.look('external-resources-copy')
    await visitor.open('/portal/environments')
    await visitor.expectText('4 of 4 processes')
    await expectWholeTable(visitor, 'Environments')
    await visitor.look('environments-live')
    await site.environments.giveLog(person.actor, id)
    await visitor.open(`/portal/environments/detail?id=${id}&tab=logs`)
    await visitor.expectText('Deployment 1, requested by Ada Lovelace')
    await visitor.look('environment-log')
    await visitor.follow('Errors only')
    await visitor.expectText('the quota of the account is used up')
    await expect(page.getByText('Deployment complete.')).toHaveCount(0)
  })

  test('several applications are deployed as one deployment', async ({ visitor, site }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['api', 'shop', 'worker'])
    await visitor.signInAs(person)
    await visitor.open(pageOf(id))
    await visitor.press('Deploy selected')
    await visitor.expectRefusal('You must select an application version.')
    await page.getByRole('checkbox', { name: 'api' }).check()
    await page.getByRole('checkbox', { name: 'worker' }).check()
    await visitor.press('Deploy selected')
    await visitor.expectRefusal('Confirm the AWS charges to continue.')
    await expect(page.getByRole('checkbox', { name: 'api' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'shop' })).not.toBeChecked()
    await visitor.look('deploy-several')
    await page.getByLabel('I understand that AWS bills me').check()
    await visitor.press('Deploy selected')
    await visitor.expectNews('The deployment was queued.')
    await visitor.expectText('Deploy api v1 again, Deploy worker v1 again')
  })

  test('which bytes a version runs stands beside it, to be copied', async ({ visitor, site }) => {
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    const [applicationId = ''] = await site.environments.deploy(person.actor, id, ['shop'])
    await visitor.signInAs(person)
    for (const [page, name] of [
      [pageOf(id), 'image-digest'],
      [`/portal/applications/detail?id=${applicationId}&name=shop&tab=deployments`, 'image-digest-active'],
    ] as const) {
      await visitor.open(page)
      await expect(visitor.page.getByTitle(`sha256:${'0'.repeat(64)}`)).toHaveText(`sha256:${'0'.repeat(64)}`)
      await visitor.look(name)
    }
  })

  test('roles of applications stand on the page of their account, with what to do about those that cannot be used', async ({
    visitor,
    site,
  }) => {
    const person = await site.people.signUp()
    const { awsAccountId } = await site.environments.create(person.actor)
    const problem = applicationRoleFaults.untrusting('111122223333')
    await site.environments.faultRoles(awsAccountId, [
      {
        arn: 'arn:aws:iam::111122223333:role/service/production/orders-reader-and-writer',
        environments: ['Production', 'Staging'],
        problem,
      },
      {
        arn: 'arn:aws:iam::111122223333:role/reports',
        environments: ['Production'],
        problem: applicationRoleFaults.unreadable,
      },
      { arn: 'arn:aws:iam::111122223333:role/mailer', environments: ['Staging'] },
    ])
    await visitor.signInAs(person)
    await visitor.open(`/portal/external-resources/roles?awsAccountId=${awsAccountId}`)
    await visitor.expectText(problem)
    await visitor.look('application-roles')
  })

  test('a removal that is through is not called live', async ({ visitor, site }) => {
    const person = await site.people.signUp()
    const ids = await site.deployments.setUp(person.actor)
    await site.deployments.runAndRemove(ids)
    await visitor.signInAs(person)
    await visitor.open(pageOf(ids.environmentId))
    await expect(rowOf(visitor, '2: Remove shop')).toContainText('Removed')
    await expect(rowOf(visitor, '2: Remove shop')).not.toContainText('Live')
    await expect(rowOf(visitor, '1: Add shop Release 1')).toBeVisible()
  })

  test('a role that is gone shows on the environment and on its account, with what to do', async ({
    visitor,
    site,
  }) => {
    const person = await site.people.signUp()
    const { environmentId } = await site.deployments.setUp(person.actor)
    const reasons = {
      environment:
        "SDO cannot use the role that manages environments. What runs keeps running. Restore the stack from the account's page, or undo the change to the role. AccessDenied: sts:AssumeRole on arn:aws:iam::222233330001:role/sdo/sdo-environment-manager.",
      account: 'The examination role could not be used: AccessDenied. Apply the role template.',
    }
    await site.deployments.takeRolesAway(environmentId, reasons)
    await visitor.signInAs(person)
    await visitor.open(pageOf(environmentId))
    await visitor.expectText(reasons.environment)
    await visitor.look('role-gone-deployments')
    await visitor.open(`/portal/environments/detail?id=${environmentId}`)
    await visitor.expectText(reasons.environment)
    await visitor.look('role-gone-environment')
    await visitor.open('/portal/external-resources')
    await visitor.expectText(reasons.account)
    await visitor.look('role-gone-accounts')
    await visitor.open('/portal/environments')
    await expectWholeTable(visitor, 'Environments')
    await visitor.look('role-gone-environments')
    await visitor.follow('SDO cannot use its role in the AWS account.')
    await visitor.expectPage('Main account', 'Main account · External Resources')
    await visitor.expectText('SDO cannot use its role for Production.')
    await visitor.look('role-gone-account')
  })
})
