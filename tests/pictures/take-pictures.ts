import { writeFileSync } from 'node:fs'
import { pictureFile, schemes, type PictureName } from '../../app/content/pictures'
import type { Portal } from '../e2e/story/portal'
import { takeWebp, withDemo } from './with-demo'

/**
 * Takes the pictures of the documentation and of the home page anew, from a running SDO: `npx tsx tests/pictures/take-pictures.ts`,
 * after a build.
 */
const openPage: Record<PictureName, (portal: Portal) => Promise<void>> = {
  async environment(portal) {
    await portal.open('/portal/environments')
    await portal.follow('Demo')
    await portal.page.getByRole('table', { name: 'Applications' }).waitFor()
  },
  async deployment(portal) {
    await portal.open('/portal/environments')
    await portal.page.getByRole('link', { name: 'Deployments of Demo' }).click()
    await portal.expectText('New deployment to Demo')
  },
  async applications(portal) {
    await portal.open('/portal/applications')
    await portal.expectText('Declare Version')
  },
  async 'aws-account'(portal) {
    await portal.open('/portal/external-resources')
    await portal.follow('Demo account')
    await portal.page.getByRole('heading', { name: 'Demo account' }).waitFor()
    await portal.expectText('Your account is ready.')
  },
}

await withDemo(async (portal) => {
  for (const [name, open] of Object.entries(openPage) as [PictureName, (portal: Portal) => Promise<void>][]) {
    await open(portal)
    for (const colorScheme of schemes) {
      await portal.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const picture = await takeWebp(portal.page, 80)
      writeFileSync(`public${pictureFile(name, colorScheme)}`, picture)
      console.log(name, colorScheme, `${Math.round(picture.length / 1024)} KB`)
    }
  }
})
