import { QueryTypes } from 'sequelize'
import { costConfirmed } from '../../../app/components/forms/cost-confirmation'
import { deploymentPage } from '../../../app/components/environment-links'
import { deploymentStates, type DeploymentState } from '../../../core/resources/wire-states'
import { Browser, hiddenFields, type Answer } from '../../builders/browser'
import { eventually } from '../../builders/eventually'
import type { Site } from './site'
import { now, type Interval } from './split-time'

const accountNumber = '111122223333'
const environmentName = 'Bench'
const patienceMs = 60_000
const pollMs = 5

/** Somebody with a browser, an environment and one application with the versions 1 and 2. */
export class Customer {
  private constructor(
    private readonly site: Site,
    private readonly browser: Browser,
    private readonly environmentId: string,
    private readonly versionIds: Record<string, string>,
  ) {}

  /** Registers, links an account, makes the environment and declares the versions, through /v1. */
  static async register(site: Site, numProcesses: number): Promise<Customer> {
    const browser = new Browser(site.address)
    const get = async <Body>(path: string) => bodyOf<Body>(path, await browser.call('GET', path))
    const post = async <Body>(path: string, body: unknown = {}) =>
      bodyOf<Body>(path, await browser.call('POST', path, body))

    const email = 'bench@example.com'
    const { currentTermsId } = await get<{ currentTermsId: string }>(
      '/v1/view-controller/account/registration',
    )
    const owner = { email, password: 'correct-horse-battery', name: 'Bench' }
    await post('/v1/account', { ...owner, acceptedTermsId: currentTermsId })
    const [mail] = await get<{ subject: string }[]>(`/dev/mail.json?to=${email}`)
    await browser.submit('/login/verify', 'verify', { code: mail?.subject.slice(0, 6) ?? '' })

    const account = { name: 'Bench', awsAccountNumber: accountNumber }
    const { id: awsAccountId } = await post<{ id: string }>('/v1/aws-account', account)
    await site.cloud.customer.installStack(
      accountNumber,
      await get<object>(`/v1/aws-account/${awsAccountId}/cloudformation.json`),
    )
    await eventually(
      'the account is examined',
      async () => {
        const path = `/v1/view-controller/aws-account/${awsAccountId}/status`
        const { status } = await get<{ status: string }>(path)
        if (status === 'INITIAL_SETUP') await post(`/v1/aws-account/${awsAccountId}/verify`)
        return status === 'SUCCESS'
      },
      patienceMs,
    )
    const { id: environmentId } = await post<{ id: string }>('/v1/environment', {
      environmentName,
      awsAccountId,
      firstDeployMessageApproved: true,
    })
    const { integrationId } = await post<{ integrationId: string }>('/v1/process', {
      applicationName: 'sample',
      cpuCount: 0.01,
      memoryMb: 300,
      dockerBaseUrl: 'sdo/sample',
      numProcesses,
      maxSpotPercentage: 100,
      exposedPortsV2: [{ port: 8080 }],
    })
    const versionIds: Record<string, string> = {}
    for (const dockerImageTag of ['1', '2']) {
      const version = { integrationId, dockerImageTag, versionName: dockerImageTag }
      versionIds[dockerImageTag] = (await post<{ id: string }>('/v1/process/version', version)).id
    }
    const customer = new Customer(site, browser, environmentId, versionIds)
    await customer.settle()
    return customer
  }

  /**
   * Sends the portal's form that deploys a version.
   *
   * @returns when it was sent and when its answer was there
   */
  async send(version: string): Promise<Interval> {
    const page = deploymentPage(this.environmentId, environmentName)
    const { text } = await this.browser.open(page)
    const hidden = hiddenFields(text, 'deploy')
    const fields = {
      ...hidden,
      ticked: hidden.applicationId ?? '',
      versionId: this.versionIds[version] ?? '',
      [costConfirmed]: 'on',
    }
    const from = now()
    const answer = await this.browser.post(page, fields)
    if (answer.status !== 302)
      throw new Error(`The form was answered ${answer.status}: ${answer.text.slice(0, 500)}`)
    return { from, to: now() }
  }

  /** Resolves with when Postgres said that the newest deployment is live. @throws if it fails */
  async live(): Promise<number> {
    const deadline = now() + patienceMs
    for (;;) {
      const [newest] = await this.site.sequelize.query<{ state: DeploymentState; message: string }>(
        'SELECT state, message FROM deployments WHERE environment_id = $1 ORDER BY sequence DESC LIMIT 1',
        { bind: [this.environmentId], type: QueryTypes.SELECT },
      )
      if (newest?.state === deploymentStates.LIVE) return now()
      if (newest?.state === deploymentStates.FAILED)
        throw new Error(`The deployment failed: ${newest.message}`)
      if (now() > deadline) throw new Error(`The deployment was not live within ${patienceMs} ms.`)
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  /** Resolves once the environment is as wanted, everything old being gone. */
  async settle(): Promise<void> {
    const path = `/v1/view-controller/environment/${this.environmentId}/status`
    await eventually(
      'the environment is settled',
      async () =>
        bodyOf<{ statusType: string }>(path, await this.browser.call('GET', path)).statusType === 'READY',
      patienceMs,
    )
  }

  /** Where the application answers. */
  async applicationUrl(): Promise<string> {
    const path = `/v1/view-controller/environment/${this.environmentId}/resources`
    const { loadBalancers } = bodyOf<{ loadBalancers: { url: string }[] }>(
      path,
      await this.browser.call('GET', path),
    )
    return loadBalancers[0]?.url ?? ''
  }
}

function bodyOf<Body>(path: string, answer: Answer): Body {
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`)
  return answer.json<Body>()
}
