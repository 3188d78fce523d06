// What action.yml describes. The runner gives each input as a variable INPUT_NAME, and takes lines that begin with `::` as commands.
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Seconds before each further try while the server is away: half a minute, as long as a restart takes. */
const pauses = [1, 2, 4, 8, 16]
const timeoutMilliseconds = 30_000

try {
  await deploy(readInputs())
} catch (error) {
  command('error', error.message)
  process.exitCode = 1
}

async function deploy({ url, integrationToken, integrationId, dockerImageTag, versionName, autoDeploy }) {
  mask(integrationToken)
  const login = await call(url, '/v1/account/login', { integrationToken })
  if (login.body.result !== 'SUCCESS') {
    throw new Error(
      'The integration token was not accepted. Tokens end after three months: make a new one on the Users page.',
    )
  }
  const authorization = readCookie(login.headers, 'X-SDO-AUTHORIZATION')
  mask(authorization)
  const { body } = await call(
    url,
    '/v1/application/version',
    { integrationId, dockerImageTag, versionName, autoDeploy },
    // The key is the same for every try, so that an answer that got lost declares no second version.
    { Authorization: `Bearer ${authorization}`, 'Idempotency-Key': randomUUID() },
  )
  setOutput('version-id', body.id)
  setOutput('auto-deployed', body.autoDeployed)
  setOutput('deployment-id', body.deploymentId ?? '')
  if (autoDeploy && !body.autoDeployed) command('warning', body.message)
  else say(body.message)
}

/** Every input, checked; all faults are told at once. */
function readInputs() {
  const faults = []
  const read = (name) => process.env[`INPUT_${name.toUpperCase()}`]?.trim() ?? ''
  const check = (isFine, fault) => isFine || faults.push(fault)
  const require = (name) => {
    check(read(name), `The input ${name} is missing.`)
    return read(name)
  }
  const url = require('url')
  const integrationToken = require('integration-token')
  const integrationId = require('application-integration-id')
  const dockerImageTag = require('tag')
  const autoDeploy = read('auto-deploy').toLowerCase() || 'false'
  check(!url || isSafe(url), 'The input url must begin with https://, because the token is sent there.')
  check(!/\s/.test(integrationToken), 'The input integration-token must be one token, without blanks.')
  check(['true', 'false'].includes(autoDeploy), 'The input auto-deploy must be true or false.')
  if (faults.length > 0) throw new Error(faults.join(' '))
  return {
    url: new URL(url).origin,
    integrationToken,
    integrationId,
    dockerImageTag,
    versionName: read('name') || undefined,
    autoDeploy: autoDeploy === 'true',
  }
}

function isSafe(text) {
  const { protocol, hostname } = URL.canParse(text) ? new URL(text) : {}
  return (
    protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  )
}

/** Makes a call until the server answers it, or has been away for too long. */
async function call(url, path, body, headers = {}) {
  for (const seconds of [...pauses, undefined]) {
    const { answer, failure } = await tryCall(new URL(path, url), body, headers)
    if (answer) return answer
    if (seconds === undefined) throw new Error(`${failure} Gave up after ${pauses.length + 1} tries.`)
    say(`${failure} Trying again in ${seconds} s.`)
    await pause(seconds * 1000)
  }
}

/** The answer, or why another try may have one. @throws when none will */
async function tryCall(address, body, headers) {
  let response, text
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      // Elsewhere nobody may have the token.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    text = await response.text()
  } catch (error) {
    return { failure: `${address.origin} cannot be reached (${error.cause?.code ?? error.name}).` }
  }
  const { status } = response
  if (status >= 500) return { failure: `${address.origin} answered ${status}.` }
  const answer = { headers: response.headers, body: parseJson(text) }
  if (!answer.body)
    throw new Error(`${address} answered ${status}, and not as SDO does. Check the input url.`)
  if (!response.ok) throw new Error(answer.body.message ?? `${address} answered ${status}.`)
  return { answer }
}

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readCookie(headers, name) {
  const pairs = headers.getSetCookie().map((line) => line.split(';')[0].trim())
  const found = pairs.find((pair) => pair.startsWith(`${name}=`))
  if (!found) throw new Error('The answer to the login has no authorization. Check the input url.')
  return decodeURIComponent(found.slice(name.length + 1))
}

/** Keeps a secret out of the log of the whole job. */
function mask(secret) {
  command('add-mask', secret)
}

function command(name, text) {
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  console.log(`::${name}::${escaped}`)
}

/** On one line that begins with a word, so that nothing in it is taken for a command. */
function say(text) {
  console.log(`SDO: ${text.replaceAll(/\s+/g, ' ')}`)
}

function setOutput(name, value) {
  const end = randomUUID()
  if (process.env.GITHUB_OUTPUT)
    appendFileSync(process.env.GITHUB_OUTPUT, `${name}<<${end}\n${value}\n${end}\n`)
}
