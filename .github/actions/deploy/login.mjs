import { call, Refusal } from './calls.mjs'
import { mask } from './runner.mjs'

/** Makes calls of /v1 as the integration user, and logs in again when the login is over. */
export function createSession(inputs) {
  let authorization
  const logIn = async () => {
    authorization = await (inputs.integrationToken ? logInByToken(inputs) : logInByIdentity(inputs))
    mask(authorization)
  }
  return async (path, { headers, ...request } = {}) => {
    if (!authorization) await logIn()
    const make = () =>
      call(`${inputs.url}${path}`, {
        ...request,
        headers: { ...headers, Authorization: `Bearer ${authorization}` },
      })
    try {
      return await make()
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error
      await logIn()
      return make()
    }
  }
}

async function logInByToken({ url, integrationToken }) {
  const { headers, body } = await call(`${url}/v1/account/login`, { body: { integrationToken } })
  if (body.result !== 'SUCCESS')
    throw new Error(
      'The integration token was not accepted. Tokens expire after three months: create a new one on the Users page.',
    )
  return readCookie(headers, 'X-SDO-AUTHORIZATION')
}

/** With a new identity token each time, for each is taken once. */
async function logInByIdentity({ url, integrationUserId, audience }) {
  const { body } = await call(`${url}/v1/account/login/identity`, {
    body: async () => ({ integrationUserId, identityToken: await askWhoJobIs(audience) }),
  })
  return body.token
}

async function askWhoJobIs(audience) {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = process.env
  if (!address || !secret)
    throw new Error(
      'The job may not prove its identity. Give it `permissions: id-token: write` in the workflow. GitHub does not give that to pull requests from forks.',
    )
  const asking = new URL(address)
  asking.searchParams.set('audience', audience)
  const { body: said } = await call(asking, { method: 'GET', headers: { Authorization: `Bearer ${secret}` } })
  if (!said.value) throw new Error('GitHub gave the job no identity token.')
  mask(said.value)
  return said.value
}

function readCookie(headers, name) {
  const pairs = headers.getSetCookie().map((line) => line.split(';')[0].trim())
  const found = pairs.find((pair) => pair.startsWith(`${name}=`))
  if (!found) throw new Error('The answer to the login has no authorization. Check the input url.')
  return decodeURIComponent(found.slice(name.length + 1))
}
