import { describe, expect, it } from 'vitest'
import { httpsPort, type Listener } from '../../../controller/cloud/cloud'
import { requestCertificate } from './certificates'
import { buildEnvironment } from './environment'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

export function describeListeners(harness: () => CloudHarness, kinder: CloudKindness): void {
  describe('listeners', () => {
    /** A load balancer and two certificates that were issued, in one account. */
    const build = async () => {
      const one = await requestCertificate(harness())
      if (!kinder.issuesUnasked) await one.issue()
      const { account, createLoadBalancer, createTargetGroup, tags } = await buildEnvironment({
        ...harness(),
        newAccount: () => Promise.resolve(one.access),
      })
      const { id: loadBalancerId } = await createLoadBalancer(`sdo-${'0a'.repeat(12)}`)
      const { id: targetGroupId } = await createTargetGroup('https')
      const { loadBalancers } = account
      const find = async (port: number): Promise<Listener> => {
        const found = (await loadBalancers.listListeners(loadBalancerId)).find((one) => one.port === port)
        if (!found) throw new Error(`nothing listens on ${port}`)
        return found
      }
      const https = { protocol: 'HTTPS', action: 'forward', targetGroupId } as const
      return { ...one, account, loadBalancers, loadBalancerId, targetGroupId, find, https, lbTags: tags }
    }

    it('forward HTTP, redirect it, and forward it again', async () => {
      const { loadBalancers, loadBalancerId, targetGroupId, find } = await build()
      const plain = { protocol: 'HTTP', action: 'forward', targetGroupId } as const
      for (let time = 0; time < (kinder.duplicatesListeners ? 1 : 2); time++)
        await loadBalancers.createListener({ loadBalancerId, port: 80, ...plain })
      expect(await find(80)).toMatchObject({ ...plain, port: 80, certificateIds: [] })
      const { id } = await find(80)
      await loadBalancers.changeListener(id, { protocol: 'HTTP', action: 'redirect' })
      expect(await find(80)).toEqual({
        id,
        port: 80,
        protocol: 'HTTP',
        action: 'redirect',
        certificateIds: [],
      })
      await loadBalancers.changeListener(id, plain)
      expect(await find(80)).toMatchObject({ id, action: 'forward', targetGroupId })
      for (let time = 0; time < 2; time++) await loadBalancers.deleteListener(id)
      expect(await loadBalancers.listListeners(loadBalancerId)).toEqual([])
    })

    it('serve HTTPS with several certificates, of which each but the first can be taken away', async () => {
      const { loadBalancers, loadBalancerId, certificates, names, tags, id, find, https, lbTags } =
        await build()
      const second = await certificates.request({ token: 'second', domainNames: names, tags })
      await harness().eventually(
        'the second is issued',
        async () => kinder.issuesUnasked || (await certificates.get(second)).state === 'issued',
      )
      await loadBalancers.createListener({ loadBalancerId, port: httpsPort, ...https, certificateId: id })
      const listener = await find(httpsPort)
      expect(listener).toMatchObject({ ...https, certificateIds: [id] })
      await loadBalancers.addCertificate(listener.id, second)
      expect((await find(httpsPort)).certificateIds).toEqual([id, second])
      await loadBalancers.removeCertificate(listener.id, second)
      expect((await find(httpsPort)).certificateIds).toEqual([id])
      await loadBalancers.changeListener(listener.id, { ...https, certificateId: second })
      expect((await find(httpsPort)).certificateIds).toEqual([second])
      const [balancer] = await harness().eventually('it is listed', async () => {
        const listed = await loadBalancers.list(lbTags('load-balancer'))
        return listed.length > 0 && listed
      })
      expect(balancer?.httpsUrl).toMatch(/^https:\/\/[^/]+$/)
      expect(balancer?.listenerPorts).toEqual([httpsPort])
    })

    it('become HTTPS and HTTP again in place', async () => {
      const { loadBalancers, loadBalancerId, targetGroupId, id, find, https } = await build()
      await loadBalancers.ensureListener({ loadBalancerId, port: httpsPort, targetGroupId })
      const listener = await find(httpsPort)
      await loadBalancers.changeListener(listener.id, { ...https, certificateId: id })
      expect(await find(httpsPort)).toMatchObject({ ...https, id: listener.id, certificateIds: [id] })
      await loadBalancers.changeListener(listener.id, { protocol: 'HTTP', action: 'forward', targetGroupId })
      expect(await find(httpsPort)).toMatchObject({ protocol: 'HTTP', certificateIds: [] })
    })

    it('have rules by host, which come, change in one step and go, before what they do with all others', async () => {
      const { loadBalancers, loadBalancerId, targetGroupId, find, id: certificateId } = await build()
      const unknown = { protocol: 'HTTPS', action: 'not-found', certificateId } as const
      await loadBalancers.createListener({ loadBalancerId, port: httpsPort, ...unknown })
      const { id: listenerId, ...listener } = await find(httpsPort)
      expect(listener).toEqual({
        ...{ port: httpsPort, protocol: 'HTTPS', action: 'not-found', certificateIds: [certificateId] },
      })
      expect(await loadBalancers.listRules(listenerId)).toEqual([])
      const hosts = ['api.example.com', '*.app.example.com']
      await loadBalancers.createRule(listenerId, { priority: 1, hosts, action: 'forward', targetGroupId })
      await loadBalancers.createRule(listenerId, {
        priority: 20_000,
        hosts: ['example.com'],
        action: 'redirect',
      })
      const rules = async () =>
        (await loadBalancers.listRules(listenerId)).sort((one, other) => one.priority - other.priority)
      const [first, second] = await rules()
      expect([first, second]).toMatchObject([
        { priority: 1, hosts, action: 'forward', targetGroupId },
        { priority: 20_000, hosts: ['example.com'], action: 'redirect' },
      ])
      await loadBalancers.changeRule(first?.id ?? '', { hosts: ['api.example.com'], action: 'redirect' })
      expect(await rules()).toMatchObject([
        { id: first?.id, priority: 1, hosts: ['api.example.com'], action: 'redirect' },
        { id: second?.id },
      ])
      for (let time = 0; time < 2; time++) await loadBalancers.deleteRule(first?.id ?? '')
      expect((await rules()).map(({ id }) => id)).toEqual([second?.id])
      await expectCloudError(
        loadBalancers.changeRule(first?.id ?? '', { hosts: ['api.example.com'], action: 'redirect' }),
        'not-found',
      )
      await loadBalancers.deleteListener(listenerId)
      await expectCloudError(loadBalancers.listRules(listenerId), 'not-found')
    })

    itUnless(kinder.ignoresDependencies)('keep their certificate from being deleted', async () => {
      const { loadBalancers, loadBalancerId, certificates, id, find, https } = await build()
      await loadBalancers.createListener({ loadBalancerId, port: httpsPort, ...https, certificateId: id })
      await expectCloudError(certificates.delete(id), 'dependency-violation')
      await loadBalancers.deleteListener((await find(httpsPort)).id)
      await certificates.delete(id)
    })

    it('do not come to be with a certificate that is not there', async () => {
      const { loadBalancers, loadBalancerId, certificates, id, find, targetGroupId, https } = await build()
      await certificates.delete(id)
      await loadBalancers.ensureListener({ loadBalancerId, port: httpsPort, targetGroupId })
      const { id: listenerId } = await find(httpsPort)
      await expectCloudError(
        loadBalancers.changeListener(listenerId, { ...https, certificateId: id }),
        'not-found',
      )
    })

    itUnless(kinder.ignoresPolicies)('of the customer’s are not for us to change', async () => {
      const { account, loadBalancers, targetGroupId, tags } = await build()
      const foreign = 'arn:aws:elasticloadbalancing:us-east-1:111122223333:listener/app/theirs/1/2'
      await expectCloudError(loadBalancers.deleteListener(foreign), 'access-denied')
      await expectCloudError(
        loadBalancers.createRule(foreign, { priority: 1, hosts: ['example.com'], action: 'redirect' }),
        'access-denied',
      )
      await expectCloudError(
        loadBalancers.deleteRule(`${foreign.replace(':listener/', ':listener-rule/')}/3`),
        'access-denied',
      )
      await expectCloudError(
        loadBalancers.changeListener(foreign, { protocol: 'HTTP', action: 'forward', targetGroupId }),
        'access-denied',
      )
      await harness().eventually(
        'the certificate is listed',
        async () => (await account.certificates.list(tags)).length === 1,
      )
    })
  })
}
