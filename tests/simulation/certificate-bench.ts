import { covers } from '../../core/dns/dns-names'
import { httpPort, httpsPort } from '../../controller/cloud/cloud'
import { certificateManagerRoleName } from '../../core/roles/names'
import { purposeTag, type Tags } from '../../core/aws/ownership'
import type { AccountSnapshot } from '../../simulator/console-api'
import type { EnvironmentBenchOptions } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { buildZoneBench } from './zone-bench'
import { expect } from 'vitest'

const ownerRole = {
  inlinePolicies: {
    all: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] },
  },
}

export const web = (changes: object = {}) =>
  buildApplicationSpec('web', { ports: [{ port: 80, subdomain: 'www' }], ...changes })

/** The ports at which anybody reaches load balancers of ours in an account, sorted. */
export const openPortsIn = ({ things }: Pick<AccountSnapshot, 'things'>): number[] =>
  things
    .filter(({ kind, tags }) => kind === 'securityGroupRule' && isOfLoadBalancers(tags))
    .map(({ id }) => Number(/\/rule\/(\d+)-/.exec(id)?.[1]))
    .sort((a, b) => a - b)

const isOfLoadBalancers = (tags: Tags) => tags[purposeTag] === 'security-group/load-balancers'

/** An environment, a zone in another account, and what people on the internet see of both. */
export async function buildCertificateBench(options: EnvironmentBenchOptions = {}) {
  const bench = await buildZoneBench(options)
  const zones = () => bench.aws.getAccount(bench.zoneAccount.accountNumber)?.hostedZones ?? []
  const account = () => bench.snapshot()
  const certificate = (id: string) => account().certificates.find((one) => one.id === id)
  const listenersOf = (name: string) => {
    const target = bench.targetOf(name)
    const balancer = account().loadBalancers.find((one) => target?.startsWith(`${one.name}-`))
    return balancer?.listeners ?? []
  }

  const listeningPorts = () =>
    account().loadBalancers.flatMap(({ listeners }) => listeners.map(({ port }) => port))
  const view = {
    ...bench,
    certificates: () => account().certificates,
    validations: () =>
      zones()
        .flatMap(({ records }) => records)
        .filter(({ owner, type }) => owner === 'sdo' && type === 'CNAME')
        .map(({ name }) => name),
    listenersOf,

    /** Of a name that leads to a load balancer of ours: what it gets on the ports of HTTP and HTTPS. */
    answersOf(name: string): { http: string; https: string } {
      const listeners = listenersOf(name)
      const http = listeners.find(({ port }) => port === httpPort)
      const https = listeners.find(({ port, protocol }) => port === httpsPort && protocol === 'HTTPS')
      const fits = https?.certificateIds.some((id) =>
        certificate(id)?.domainNames.some((one) => covers(one, name)),
      )
      return { http: http?.action ?? 'closed', https: https ? (fits ? 'fits' : 'does not fit') : 'closed' }
    },
    /** What must hold at every moment of every name that leads to a load balancer. */
    faults(): string[] {
      return bench.names().flatMap((name) => {
        if (listenersOf(name).length === 0) return []
        const { http, https } = view.answersOf(name)
        return [
          ...(https === 'does not fit' ? [`${name} is shown a certificate that does not fit`] : []),
          ...(http === 'redirect' && https !== 'fits' ? [`${name} is sent to HTTPS, which is ${https}`] : []),
          ...(listenersOf(name).some(({ action }) => action === 'forward') ? [] : [`${name} is not served`]),
        ]
      })
    },
    isHttps: (...names: string[]) =>
      names.every((name) => bench.names().includes(name) && view.answersOf(name).https === 'fits') &&
      names.every((name) => view.answersOf(name).http === 'redirect'),
    certificateCondition: async () =>
      (await bench.status()).conditions.find(({ type }) => type === 'CertificateReady'),
    async deployLive(): Promise<void> {
      await bench.runUntilPhase(await bench.deploy(web()), 'Live')
    },
    runUntilHttps: (...names: string[]) =>
      bench.runUntil(`${names.join(', ')} on HTTPS`, () => view.isHttps(...names)),
    runUntilNoCertificate: () =>
      bench.runUntil(
        'nothing of certificates is left',
        async () => (await bench.find())?.status?.certificates === undefined,
      ),
    /** Changes listeners as a hand in the account could. */
    loadBalancersApi: () =>
      bench.aws.account({ accountNumber: bench.accountNumber, externalId: 'external-id' }).loadBalancers,
    /** A certificate of the customer's own. */
    async requestTheirs(domainName: string): Promise<string> {
      const access = { accountNumber: bench.accountNumber, externalId: 'external-id' }
      const before = bench.snapshot().roles.find(({ name }) => name === certificateManagerRoleName)
      await bench.aws.customer.changeRole(bench.accountNumber, certificateManagerRoleName, ownerRole)
      // Whoever uses a changed role waits until it has changed.
      await bench.clock.advance(bench.aws.slowestRoleChangeMs)
      const id = await bench.aws.account(access).certificates.request({
        token: domainName.replace(/\W/g, '_'),
        domainNames: [domainName],
        tags: { Name: 'theirs' },
      })
      await bench.aws.customer.changeRole(bench.accountNumber, certificateManagerRoleName, {
        inlinePolicies: before?.inlinePolicies ?? {},
      })
      return id
    },
    /** What must be left of HTTPS when nobody wants it any more: nothing. */
    httpsLeftovers: () => ({
      certificates: view.certificates().map(({ domainNames }) => domainNames),
      validations: view.validations(),
      https: account().loadBalancers.flatMap(({ listeners }) =>
        listeners.filter(({ protocol, action }) => protocol === 'HTTPS' || action === 'redirect'),
      ),
      openPorts: view.openPorts().filter((port) => !listeningPorts().includes(port)),
    }),
    /** The ports at which anybody reaches load balancers of the environment, sorted. */
    openPorts: () => openPortsIn(account()),
  }
  return view
}

export type CertificateBench = Awaited<ReturnType<typeof buildCertificateBench>>

export const noHttps = { certificates: [], validations: [], https: [], openPorts: [] as number[] }

/** A bench whose link has HTTPS, and on which nothing may go wrong. */
export async function buildHttps(options: EnvironmentBenchOptions = {}): Promise<CertificateBench> {
  const bench = await buildCertificateBench(options)
  bench.watch(() => expect(bench.faults()).toEqual([]))
  await bench.deployLive()
  await bench.link({ hostedZone: 'zone-1', subdomain: 'staging' })
  await bench.runUntilHttps('www.staging.example.com')
  return bench
}

/** The errors that its log tells. */
export const errorsOf = async (bench: CertificateBench) =>
  (await bench.status()).events.filter(({ severity }) => severity === 'ERROR').map(({ message }) => message)
