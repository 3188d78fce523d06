// What action.yml describes.
import { randomUUID } from 'node:crypto'
import { trust } from './calls.mjs'
import { comment } from './comment.mjs'
import { readInputs } from './inputs.mjs'
import { createSession } from './login.mjs'
import { exitCodes } from './outgoing.mjs'
import { addSummary, command, mask, say, setOutput } from './runner.mjs'
import { summarize } from './summary.mjs'
import { describe, follow } from './wait.mjs'

class Undone extends Error {}

try {
  await deploy(readInputs())
} catch (error) {
  command('error', error.message)
  process.exitCode = error instanceof Undone ? exitCodes.undone : 1
}

async function deploy(inputs) {
  if (inputs.integrationToken) mask(inputs.integrationToken)
  if (inputs.caFile) trust(inputs.caFile)
  const { integrationId, dockerImageTag, versionName, autoDeploy, approveCost } = inputs
  const api = createSession(inputs)
  const { body } = await api('/v1/application/version', {
    body: { integrationId, dockerImageTag, versionName, autoDeploy, ...(approveCost && { approveCost }) },
    // The key is the same for every try, so that an answer that got lost declares no second version.
    headers: { 'Idempotency-Key': randomUUID() },
  })
  setOutput('version-id', body.id)
  setOutput('auto-deployed', body.autoDeployed)
  setOutput('deployment-id', body.deploymentId ?? '')
  if (body.costStep) throw new Error(`${body.message} The input approve-cost confirms it.`)
  if (autoDeploy && !body.autoDeployed) command('warning', body.message)
  else say(body.message)
  if (body.deploymentId) await report(inputs, await follow(api, body.deploymentId, inputs))
}

/** Tells whoever looks at the job what became of the deployment, and fails the job with it. */
async function report(inputs, { first, last }) {
  setOutput('status', last.status)
  setOutput('address', last.urls[0] ?? '')
  setOutput('cost-per-hour', last.costPerHour)
  const markdown = summarize({ first, last })
  addSummary(markdown)
  if (inputs.githubToken) await tryToComment(inputs, last, markdown)
  if (last.status === 'UNDONE')
    throw new Undone(`The deployment to ${last.environmentName} ${describe(last)} See ${last.page}`)
  if (last.status === 'FAILED')
    throw new Error(`The deployment to ${last.environmentName} ${describe(last)} See ${last.page}`)
  if (!last.isOver && inputs.waitMinutes > 0)
    throw new Error(
      `After ${inputs.waitMinutes} minutes the deployment to ${last.environmentName} is not live: ${describe(last)} It continues. See ${last.page}`,
    )
}

/** A comment is no reason to call a deployment failed. */
async function tryToComment(inputs, last, markdown) {
  try {
    if (!(await comment(inputs, last, markdown))) say('The job has no pull request, so there is no comment.')
  } catch (error) {
    command('warning', `The action could not write the comment on the pull request: ${error.message}`)
  }
}
