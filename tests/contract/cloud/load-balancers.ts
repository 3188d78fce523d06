import { describe, expect, it } from 'vitest'
import { buildEnvironment } from './environment'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

export function describeLoadBalancers(harness: () => CloudHarness, kinder: CloudKindness): void {
  describe('load balancers', () => {
    it('makes a load balancer that becomes active and is found by its tags', async () => {
      const { account, createLoadBalancer, tags } = await buildEnvironment(harness())
      const made = await createLoadBalancer('made')
      expect(made).toMatchObject({ name: 'made', tags: tags('load-balancer') })
      expect(made.url).toMatch(/^http:\/\/[^/]+$/)
      const active = await harness().eventually('it is active', async () =>
        (await account.loadBalancers.list(tags('load-balancer'))).find(({ state }) => state === 'active'),
      )
      expect(active).toEqual({ ...made, state: 'active' })
      expect(await account.loadBalancers.list(tags('another'))).toEqual([])
    })

    it('gives the same load balancer and target group for the same name', async () => {
      const { createLoadBalancer, createTargetGroup } = await buildEnvironment(harness())
      const group = await createTargetGroup('same')
      expect((await createTargetGroup('same')).id).toBe(group.id)
      if (kinder.ignoresNames) return
      const one = await createLoadBalancer('same')
      if (!kinder.duplicatesLoadBalancers) expect((await createLoadBalancer('same')).id).toBe(one.id)
    })

    itUnless(kinder.ignoresValidity)(
      'refuses names that are too long or not made of letters, digits and inner hyphens',
      async () => {
        const { createLoadBalancer, createTargetGroup } = await buildEnvironment(harness())
        for (const name of ['n'.repeat(33), 'under_score', '-start', 'end-', 'internal-one'])
          await expectCloudError(createLoadBalancer(name), 'invalid')
        for (const name of ['n'.repeat(33), 'under_score', '-start', 'end-'])
          await expectCloudError(createTargetGroup(name), 'invalid')
      },
    )

    itUnless(kinder.ignoresValidity)('needs subnets in two zones', async () => {
      const { account, subnets, securityGroup, tags } = await buildEnvironment(harness())
      const input = { name: 'one-zone', subnetIds: [subnets[0].id], securityGroupIds: [securityGroup.id] }
      await expectCloudError(
        account.loadBalancers.create({ ...input, tags: tags('load-balancer') }),
        'invalid',
      )
    })

    itUnless(kinder.ignoresDependencies)(
      'keeps a listener that is there, and a target group from being deleted under it',
      async () => {
        const { account, createLoadBalancer, createTargetGroup, tags } = await buildEnvironment(harness())
        const { id: loadBalancerId } = await createLoadBalancer('listening')
        const { id: targetGroupId } = await createTargetGroup('listening')
        const { loadBalancers } = account
        for (let time = 0; time < 2; time++)
          await loadBalancers.ensureListener({ loadBalancerId, port: 80, targetGroupId })
        await expectCloudError(loadBalancers.deleteTargetGroup(targetGroupId), 'dependency-violation')
        await loadBalancers.delete(loadBalancerId)
        await loadBalancers.delete(loadBalancerId)
        await harness().eventually('the target group can be deleted', () =>
          loadBalancers.deleteTargetGroup(targetGroupId).then(
            () => true,
            () => false,
          ),
        )
        await loadBalancers.deleteTargetGroup(targetGroupId)
        await harness().eventually(
          'nothing is listed any more',
          async () =>
            (await loadBalancers.list(tags('load-balancer'))).length === 0 &&
            (await loadBalancers.listTargetGroups(tags('target-group'))).length === 0,
        )
      },
    )

    itUnless(kinder.ignoresDependencies)(
      'keeps its subnets and security group from being deleted',
      async () => {
        const { account, createLoadBalancer, subnets, securityGroup } = await buildEnvironment(harness())
        const { id } = await createLoadBalancer('in-the-way')
        await expectCloudError(account.network.deleteSubnet(subnets[0].id), 'dependency-violation')
        await expectCloudError(account.network.deleteSecurityGroup(securityGroup.id), 'dependency-violation')
        await account.loadBalancers.delete(id)
        await harness().eventually('the subnet can be deleted', () =>
          account.network.deleteSubnet(subnets[0].id).then(
            () => true,
            () => false,
          ),
        )
      },
    )

    it('says on which ports a load balancer listens', async () => {
      const { account, createLoadBalancer, createTargetGroup, tags } = await buildEnvironment(harness())
      const { id: loadBalancerId } = await createLoadBalancer('ports')
      const { id: targetGroupId } = await createTargetGroup('ports')
      const { loadBalancers } = account
      await loadBalancers.ensureListener({ loadBalancerId, port: 8080, targetGroupId })
      const found = await harness().eventually('it is listed', async () =>
        (await loadBalancers.list(tags('load-balancer'))).find(({ id }) => id === loadBalancerId),
      )
      expect(found.listenerPorts).toEqual([8080])
      expect(found.addresses).toEqual([{ port: 8080, url: expect.stringMatching(/^http:\/\//) as string }])
    })

    it('answers at several ports of a load balancer, each with its address and targets, and closes them one by one', async () => {
      const { account, createLoadBalancer, createTargetGroup, tags } = await buildEnvironment(harness())
      const { id: loadBalancerId } = await createLoadBalancer(`sdo-${'0b'.repeat(12)}`)
      const { loadBalancers } = account
      const groups = [(await createTargetGroup('one')).id, (await createTargetGroup('two')).id]
      const ports = [80, 8081]
      for (const [index, port] of ports.entries())
        await loadBalancers.ensureListener({ loadBalancerId, port, targetGroupId: groups[index] ?? '' })
      const list = async () =>
        (await loadBalancers.list(tags('load-balancer'))).find(({ id }) => id === loadBalancerId)
      const found = await harness().eventually('it is listed', async () => {
        const balancer = await list()
        return balancer?.addresses.length === ports.length && balancer
      })
      expect(found.listenerPorts.sort()).toEqual(ports)
      expect(new Set(found.addresses.map(({ url }) => url)).size).toBe(ports.length)
      const listeners = await loadBalancers.listListeners(loadBalancerId)
      expect(listeners.map(({ port, targetGroupId }) => [port, targetGroupId]).sort()).toEqual([
        [80, groups[0]],
        [8081, groups[1]],
      ])
      for (const { id, port } of listeners) if (port === 8081) await loadBalancers.deleteListener(id)
      await harness().eventually('one is closed', async () => (await list())?.addresses.length === 1)
      await loadBalancers.deleteTargetGroup(groups[1] ?? '')
      expect((await list())?.addresses).toEqual(found.addresses.filter(({ port }) => port === 80))
    })

    it('finds target groups by their tags', async () => {
      const { account, createTargetGroup, tags } = await buildEnvironment(harness())
      const made = await createTargetGroup('tagged')
      const [found] = await harness().eventually('it is listed', async () => {
        const groups = await account.loadBalancers.listTargetGroups(tags('target-group'))
        return groups.length > 0 && groups
      })
      expect(found).toEqual({ ...made, name: 'tagged', tags: tags('target-group') })
    })

    it('asks targets anew as it is told, and says that of a group that is gone', async () => {
      const { account, createTargetGroup } = await buildEnvironment(harness())
      const { id } = await createTargetGroup('asking')
      const check = { path: '/ready', statuses: '200-204,301', intervalSeconds: 30 }
      for (let time = 0; time < 2; time++) await account.loadBalancers.changeHealthCheck(id, check)
      await account.loadBalancers.deleteTargetGroup(id)
      await expectCloudError(account.loadBalancers.changeHealthCheck(id, check), 'not-found')
    })

    it('is told for how long leaving targets keep their requests, and says that of a group that is gone', async () => {
      const { account, createTargetGroup } = await buildEnvironment(harness())
      const { id } = await createTargetGroup('draining')
      for (let time = 0; time < 2; time++) await account.loadBalancers.setDrainSeconds(id, 30)
      await account.loadBalancers.deleteTargetGroup(id)
      await expectCloudError(account.loadBalancers.setDrainSeconds(id, 30), 'not-found')
    })

    it('takes running instances as targets, shows their health, and lets them leave', async () => {
      const { account, createTargetGroup, createLoadBalancer, launchRunning } =
        await buildEnvironment(harness())
      const { loadBalancers } = account
      const { id: targetGroupId } = await createTargetGroup('targets')
      const { id: loadBalancerId } = await createLoadBalancer('targets')
      const { id: instanceId } = await launchRunning()
      const target = { instanceId, port: 50_000 }
      await loadBalancers.registerTargets(targetGroupId, [target])
      await loadBalancers.registerTargets(targetGroupId, [target])
      if (!kinder.ignoresTargetHealth)
        expect(await loadBalancers.listTargets(targetGroupId)).toMatchObject([
          { ...target, state: 'unused', reason: 'Target.NotInUse' },
        ])
      await loadBalancers.ensureListener({ loadBalancerId, port: 80, targetGroupId })
      await harness().eventually('it is healthy', async () =>
        (await loadBalancers.listTargets(targetGroupId)).some(({ state }) => state === 'healthy'),
      )
      await loadBalancers.deregisterTargets(targetGroupId, [target])
      await loadBalancers.deregisterTargets(targetGroupId, [target])
      await harness().eventually(
        'it is gone',
        async () => (await loadBalancers.listTargets(targetGroupId)).length === 0,
      )
    })

    itUnless(kinder.ignoresValidity)('refuses an instance that is not running as a target', async () => {
      const { account, createTargetGroup } = await buildEnvironment(harness())
      const { id } = await createTargetGroup('no-target')
      const target = { instanceId: 'i-0123456789abcdef0', port: 50_000 }
      await expectCloudError(account.loadBalancers.registerTargets(id, [target]), 'invalid')
    })

    it('says not-found for the targets of a group that does not exist', async () => {
      const { account, createTargetGroup } = await buildEnvironment(harness())
      const { id } = await createTargetGroup('gone')
      await account.loadBalancers.deleteTargetGroup(id)
      await expectCloudError(account.loadBalancers.listTargets(id), 'not-found')
      await account.loadBalancers.deregisterTargets(id, [{ instanceId: 'i-0123456789abcdef0', port: 1 }])
    })
  })
}
