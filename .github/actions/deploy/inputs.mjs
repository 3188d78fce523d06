/** Every input, checked; all faults are told at once. The runner gives each as a variable INPUT_NAME. */
export function readInputs() {
  const faults = []
  const read = (name) => process.env[`INPUT_${name.toUpperCase()}`]?.trim() ?? ''
  const check = (isFine, fault) => isFine || faults.push(fault)
  const require = (name) => {
    check(read(name), `The input ${name} is missing.`)
    return read(name)
  }
  const url = require('url')
  const integrationToken = read('integration-token')
  const integrationUserId = read('integration-user-id')
  const integrationId = require('application-integration-id')
  const dockerImageTag = require('tag')
  const autoDeploy = read('auto-deploy').toLowerCase() || 'false'
  const approveCost = read('approve-cost').toLowerCase() || 'false'
  const watchUndo = read('watch-undo').toLowerCase() || 'true'
  const waitMinutes = Number(read('wait-minutes') || '30')
  check(!url || isSafe(url), 'The input url must begin with https://, because the token is sent there.')
  check(
    (integrationToken === '') !== (integrationUserId === ''),
    'Set one of the inputs integration-user-id and integration-token: with the id the job logs in with its identity, with the token it logs in with that.',
  )
  check(!/\s/.test(integrationToken), 'The input integration-token must be one token, without spaces.')
  check(['true', 'false'].includes(autoDeploy), 'The input auto-deploy must be true or false.')
  check(['true', 'false'].includes(approveCost), 'The input approve-cost must be true or false.')
  check(['true', 'false'].includes(watchUndo), 'The input watch-undo must be true or false.')
  check(
    waitMinutes >= 0 && waitMinutes <= 240,
    'The input wait-minutes must be a number from 0 to 240; 0 does not wait.',
  )
  if (faults.length > 0) throw new Error(faults.join(' '))
  const { origin } = new URL(url)
  return {
    url: origin,
    integrationToken,
    integrationUserId,
    audience: read('audience') || origin,
    integrationId,
    dockerImageTag,
    versionName: read('name') || undefined,
    autoDeploy: autoDeploy === 'true',
    approveCost: approveCost === 'true',
    waitMinutes,
    watchUndo: watchUndo === 'true',
    githubToken: read('github-token'),
    caFile: read('ca-file'),
  }
}

function isSafe(text) {
  const { protocol, hostname } = URL.canParse(text) ? new URL(text) : {}
  return (
    protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  )
}
