import { mkdirSync, writeFileSync } from 'node:fs'
import { film as files, filmSize } from '../../app/content/film'
import { selectVersion } from '../e2e/select-version'
import type { Portal } from '../e2e/story/portal'
import { Film } from './film'
import { withDemo } from './with-demo'

/** Films the demo anew, from a running SDO: `npx tsx tests/pictures/take-film.ts`, after a build. Needs ffmpeg. */
const scale = 4 / 3
const screen = {
  viewport: { width: filmSize.width / scale, height: filmSize.height / scale },
  deviceScaleFactor: scale,
}
const fileOf = (address: string) => `public${address}`

async function openEnvironment({ page }: Portal, film: Film): Promise<void> {
  await film.click(page.getByRole('link', { name: 'Environments', exact: true }))
  await film.click(page.getByRole('link', { name: 'Demo', exact: true }))
  await page.getByRole('table', { name: 'Applications' }).waitFor()
}

async function declareVersion({ page }: Portal, film: Film): Promise<void> {
  await film.click(page.getByRole('link', { name: 'Applications', exact: true }))
  await film.click(page.getByRole('link', { name: /^Declare Version/ }).first())
  await film.say('A new version is a name for a tag of its image. Build systems declare them by a call.')
  const tag = page.getByLabel('Docker image tag')
  await film.click(tag)
  await tag.selectText()
  await tag.pressSequentially('2', { delay: 200 })
  await film.click(page.getByRole('button', { name: 'Declare Version' }))
  await page.getByText('The version was declared.').waitFor()
  await film.hold(1500)
}

async function deploy(portal: Portal, film: Film): Promise<void> {
  const { page } = portal
  await film.click(page.getByRole('link', { name: 'Environments', exact: true }))
  await film.click(page.getByRole('link', { name: 'Deployments of Demo' }))
  await film.say('Choose the version, and deploy it.')
  const row = portal.application('sample')
  await film.pointAt(row.getByRole('combobox'))
  await selectVersion(row.getByRole('combobox'), '2')
  await film.click(page.getByRole('button', { name: 'Deploy selected' }))
  await page.getByText('The deployment was queued.').waitFor()
  await film.say(
    'New processes start, and have to be healthy. Then they get the requests, and the old ones end.',
  )
  await page.getByText('Live: 2').first().waitFor({ timeout: 60_000 })
  await film.say('Version 2 is live and serves everybody.')
}

async function interrupt({ page }: Portal, film: Film, origin: string): Promise<void> {
  await page.goto(`${origin}/dev/aws`)
  const button = page.getByRole('button', { name: /^Interrupt / }).first()
  await button.scrollIntoViewIfNeeded()
  await film.say(
    'This is the simulated AWS account of npm start. It takes a Spot instance back, as AWS does.',
  )
  await film.click(button)
  await film.hold(1500)
}

await withDemo(async (portal) => {
  const { page, origin } = portal
  await portal.open('/portal/environments')
  mkdirSync(fileOf('/film'), { recursive: true })
  const film = new Film(page)
  film.begin()
  await openEnvironment(portal, film)
  await film.say('An environment runs your applications on instances in your own AWS account.')
  const environment = page.url()
  await film.scrollTo(page.getByRole('heading', { name: 'Applications', exact: true }))
  await film.say('Here one process of the application sample runs, on one Spot instance.')
  writeFileSync(fileOf(files.poster), await page.screenshot({ type: 'jpeg', quality: 70 }))
  await declareVersion(portal, film)
  await deploy(portal, film)
  await interrupt(portal, film, origin)
  await page.goto(environment)
  await film.scrollTo(page.getByRole('heading', { name: 'Instances', exact: true }))
  await film.say('SDO launches its replacement at once, inside the warning of two minutes.')
  await page.getByText('Draining').waitFor({ state: 'detached', timeout: 120_000 })
  await film.say('The new instance has taken over, and the old one is gone.')
  await film.write(fileOf(files.video), fileOf(files.captions))
}, screen)
