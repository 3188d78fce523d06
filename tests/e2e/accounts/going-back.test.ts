import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

const pageOf = (environmentId: string) => `/portal/environments/create-deployment?id=${environmentId}`

withAndWithoutScripts(() => {
  test('a person looks through what was deployed, stops what is under way and goes back', async ({
    visitor,
    site,
  }) => {
    const person = await site.people.signUp()
    const ids = await site.deployments.setUp(person.actor)
    await site.deployments.runThree(ids)
    await visitor.signInAs(person)
    await visitor.open(pageOf(ids.environmentId))
    await visitor.follow('All deployments')
    await expect(visitor.page.getByRole('table', { name: 'Deployments of Production' })).toBeVisible()
    await visitor.look('deployment-list')
    await visitor.follow('Revert to this: deployment 1')
    await expect(visitor.page.getByRole('heading', { level: 1 })).toContainText('to deployment 1?')
    await visitor.look('revert')
    await visitor.page.goBack()
    await visitor.follow('3: Change shop from Release 1 to Release 2')
    await visitor.expectText('What changes')
    await visitor.expectText('GET /health on port 8080 answered 500.')
    await visitor.look('deployment-under-way')
    await visitor.press('Stop')
    await visitor.expectNews('The deployment is being stopped.')
    await visitor.expectText('Stopping')
    await site.deployments.end(
      ids.environmentId,
      'shop (version Release 2) was not healthy within 60 seconds.',
    )
    await visitor.page.reload()
    await visitor.expectText('Error: DATABASE_URL is not set')
    await visitor.look('deployment-failed')
    await visitor.page.getByRole('checkbox', { name: 'I understand that AWS bills me' }).check()
    await visitor.press('Retry')
    await visitor.expectText('The deployment was queued again.')
    await visitor.press('Stop')
    await visitor.expectText('Stopped by')
    await visitor.look('deployment-stopped')
  })

  test('an admin protects an environment, and approves what somebody else asked for there', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const admin = await site.people.signUp()
    const ids = await site.deployments.setUp(admin.actor)
    await visitor.signInAs(admin)
    await visitor.open(`/portal/environments/detail?id=${ids.environmentId}&tab=settings`)
    await visitor.press('Protect')
    await visitor.expectRefusal('Your team has one admin')
    const { another, deploymentId } = await site.deployments.askForApproval(ids)
    await visitor.press('Protect')
    await visitor.expectNews('The protection was saved.')
    await visitor.look('environment-protected')
    await visitor.press('Ask to take the protection off')
    await visitor.expectText('wants to remove the protection')
    await visitor.press('Keep the protection')
    await visitor.open(`/portal/environments/deployment?id=${ids.environmentId}&deploymentId=${deploymentId}`)
    await visitor.expectText(`an admin other than ${another} has to approve the changes`)
    await visitor.look('deployment-awaits-approval')
    await site.deployments.edit(ids)
    await visitor.press('Approve')
    await visitor.expectRefusal('has been changed since you loaded the page')
    await visitor.press('Approve')
    await visitor.expectNews('The deployment was approved.')
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await visitor.expectText('Approved by')
  })
})
