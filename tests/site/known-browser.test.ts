import { expect, it } from 'vitest'
import { testPassword, useAppServer } from '../builders/app-server'
import type { Browser } from '../builders/browser'
import { originAt } from '../builders/accounts'
import { useTestDatabase } from '../postgres/test-database'
import { laneOfPlace, inLane, maximumUnderWay } from '../../app/services/password-hashing/password-lane'
import { withOrigin } from '../../app/services/actor/origin'

const database = useTestDatabase()
const { openBrowser, signUp } = useAppServer(database)

const cookieName = 'SDO-BROWSER'
const logIn = (browser: Browser, email: string, password = testPassword) =>
  browser.submit('/login', 'login', { email, password })

/** Somebody who logged in with the browser before and is signed out now. */
async function buildOwner(email: string): Promise<Browser> {
  const browser = await signUp(email)
  await browser.submit('/logout', 'logout')
  expect((await logIn(browser, email)).location).toBe('/portal')
  await browser.submit('/logout', 'logout')
  return browser
}

it('a stranger at the same address can guess as they like: the browser of the owner still gets in', async () => {
  const owner = await buildOwner('owner@example.com')
  const stranger = await openBrowser()
  for (let guess = 0; guess < 5; guess++)
    expect((await logIn(stranger, 'owner@example.com', 'wrong-password')).status).toBe(400)
  expect((await logIn(stranger, 'owner@example.com')).status).toBe(429)
  expect((await logIn(owner, 'owner@example.com')).location).toBe('/portal')
})

it('what a browser is known by is given at a login by page and by call, and stays when it logs out', async () => {
  const browser = await signUp('given@example.com')
  expect(browser.cookies.has(cookieName)).toBe(false)
  await browser.submit('/logout', 'logout')
  await logIn(browser, 'given@example.com')
  const given = browser.cookies.get(cookieName)
  expect(given).toMatch(/^[\w-]{43}$/)
  await browser.submit('/logout', 'logout')
  expect(browser.cookies.get(cookieName)).toBe(given)
  const input = { email: 'given@example.com', password: testPassword }
  expect((await browser.call('POST', '/v1/account/login', input)).status).toBe(200)
  expect(browser.cookies.get(cookieName)).toBe(given)
  const program = await openBrowser()
  await program.call('POST', '/v1/account/login', input)
  expect(program.cookies.get(cookieName)).toMatch(/^[\w-]{43}$/)
})

it('its cookie is out of reach of scripts, other sites and neighbouring hosts, and lasts a year', async () => {
  await signUp('cookie@example.com')
  const secure = await openBrowser({ secureCookies: true })
  const input = { email: 'cookie@example.com', password: testPassword }
  const { headers } = await secure.call('POST', '/v1/account/login', input)
  const cookie = headers.getSetCookie().find((line) => line.startsWith(`__Host-${cookieName}=`))
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/', 'Max-Age=31536000'])
    expect(cookie).toContain(attribute)
})

it('a login that comes while too many of its place are looked at is asked to come again, and loses nothing', async () => {
  const browser = await openBrowser()
  let letGo = () => {}
  const until = new Promise<void>((resolve) => (letGo = resolve))
  const lane = withOrigin(originAt('127.0.0.1'), laneOfPlace)
  const others = Array.from({ length: maximumUnderWay }, () => inLane(lane, () => until))
  const input = { email: 'late@example.com', password: testPassword }
  const call = await browser.call('POST', '/v1/account/login', input)
  const page = await logIn(browser, 'late@example.com')
  letGo()
  await Promise.all(others)
  expect([call.status, call.headers.get('retry-after')]).toEqual([503, '2'])
  expect(call.json()).toMatchObject({
    code: 'unavailable',
    message: 'Many people are logging in right now. Please try again in a moment.',
  })
  expect([page.status, page.text]).toEqual([503, expect.stringContaining('value="late@example.com"')])
  expect(page.text).toContain('There was a problem contacting the server')
  expect((await browser.call('POST', '/v1/account/login', input)).status).toBe(200)
})
