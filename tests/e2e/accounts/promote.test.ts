import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

const pageOf = (environmentId: string) =>
  `/portal/environments/create-deployment?tab=promote&id=${environmentId}`

withAndWithoutScripts(() => {
  test('where nothing else is live there is nothing to promote, and the page says so', async ({
    visitor,
    site,
  }) => {
    const person = await site.people.signUp()
    const { environmentId } = await site.deployments.setUp(person.actor)
    await visitor.signInAs(person)
    await visitor.open(pageOf(environmentId))
    await visitor.expectText('There are no environments with live processes to promote from.')
    await visitor.look('promote-nothing')
  })

  test('an environment is promoted, once somebody has chosen it and confirmed the cost', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const ids = await site.deployments.setUp(person.actor)
    await site.deployments.addSources(ids)
    await visitor.signInAs(person)
    await visitor.open(pageOf(ids.environmentId))
    await visitor.expectText('Select one to see what it changes, and what that costs.')
    await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0)
    await visitor.follow('Staging')
    await visitor.expectText(/^Production then costs at most \$0\.\d+\/h/)
    await visitor.look('promote-chosen')
    await visitor.expectText(/AWS charges you for them/)
    await visitor.press('Publish')
    await visitor.expectRefusal('Confirm the AWS charges to continue.')
    await expect(page.getByRole('heading', { name: 'Promote Staging to Production' })).toBeVisible()
    await visitor.look('promote-refused')
    await page.getByLabel('I understand that AWS bills me for these resources.').check()
    await visitor.press('Publish')
    await visitor.expectNews('The promotion was queued.')
    await expect(page.getByRole('row', { name: /Promote Staging: Add worker 1.0.0/ })).toContainText('Queued')
    await visitor.look('promote-queued')
  })

  test('a source that changes meanwhile is looked at again before anything happens', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const ids = await site.deployments.setUp(person.actor)
    const { staging } = await site.deployments.addSources(ids)
    await site.deployments.approveCost(person.actor)
    await visitor.signInAs(person)
    await visitor.open(pageOf(ids.environmentId))
    await visitor.look('promote')
    await visitor.follow('Staging')
    const chosen = page.getByRole('heading', { name: 'Promote Staging to Production' })
    await expect(chosen).toBeVisible()
    // When the form is on its way, so that the page has not read it before.
    await page.route('**/create-deployment**', async (route) => {
      if (route.request().method() === 'POST') await site.deployments.replaceAll(staging, ids.versionId)
      await route.continue()
    })
    await visitor.press('Publish')
    await visitor.expectRefusal(
      'The environment you selected has been changed since you loaded the page, please review your selection and press Publish again.',
    )
    await page.unrouteAll({ behavior: 'wait' })
    await expect(chosen).toBeVisible()
    await visitor.look('promote-changed')
    const restore = await site.refuseWrites('deployments', `NEW.environment_id = '${ids.environmentId}'`)
    await visitor.press('Publish')
    await visitor.expectRefusal('We were unable to issue the promote command. Please refresh and try again.')
    await expect(chosen).toBeVisible()
    await restore()
    await visitor.press('Publish')
    await visitor.expectNews('The promotion was queued.')
  })
})
