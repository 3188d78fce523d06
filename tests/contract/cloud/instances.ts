import { describe, expect, it } from 'vitest'
import { buildEnvironment } from './environment'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

export function describeInstances(harness: () => CloudHarness, kinder: CloudKindness): void {
  describe('instances', () => {
    it('launches an instance that gets from pending to running with an address for its agent', async () => {
      const { account, launchRequest, launchRunning, tags } = await buildEnvironment(harness())
      const request = launchRequest({ market: 'spot' })
      const launched = await account.instances.launch(request)
      const { clientToken, instanceType, zone } = request
      expect(launched).toMatchObject({
        clientToken,
        instanceType,
        zone,
        market: 'spot',
        tags: tags('instance'),
      })
      expect(['pending', 'running']).toContain(launched.state)
      expect(launched.endReason).toBeUndefined()
      const running = await launchRunning({ clientToken: 'another-one' })
      expect(running.id).not.toBe(launched.id)
      expect(running.agent).toEqual({ host: expect.any(String), port: expect.any(Number) })
      expect(running.market).toBe('on-demand')
      expect(running.launchedEpoch).toBeGreaterThan(1_600_000_000_000)
    })

    it('launches from the current image, and says which that is and since when', async () => {
      const { account, launchRequest } = await buildEnvironment(harness())
      const image = await account.instances.currentImage()
      expect(image).toEqual({ id: expect.stringMatching(/^ami-/), publishedEpoch: expect.any(Number) })
      expect(await account.instances.launch(launchRequest())).toMatchObject({ imageId: image.id })
    })

    itUnless(kinder.ignoresClientToken)(
      'gives the same instance for the same client token, also at once',
      async () => {
        const { account, launchRequest } = await buildEnvironment(harness())
        const request = launchRequest()
        const [one, other] = await Promise.all([
          account.instances.launch(request),
          account.instances.launch(request),
        ])
        const again = await account.instances.launch(request)
        expect([other.id, again.id]).toEqual([one.id, one.id])
      },
    )

    itUnless(kinder.ignoresClientToken)(
      'gives the terminated instance for a client token whose instance is terminated',
      async () => {
        const { account, launchRequest } = await buildEnvironment(harness())
        const request = launchRequest()
        const { id } = await account.instances.launch(request)
        // Before AWS knows its id, it terminates nothing.
        await harness().eventually('it is known', async () => (await account.instances.describe([id]))[0])
        await account.instances.terminate([id])
        const again = await account.instances.launch(request)
        expect(again.id).toBe(id)
        expect(['stopping', 'terminated']).toContain(again.state)
      },
    )

    itUnless(kinder.ignoresClientToken)(
      'refuses a client token that was used with other parameters',
      async () => {
        const { account, launchRequest } = await buildEnvironment(harness())
        const request = launchRequest()
        await account.instances.launch(request)
        await expectCloudError(account.instances.launch({ ...request, instanceType: 'c6g.large' }), 'invalid')
      },
    )

    itUnless(kinder.ignoresValidity)(
      'refuses an unknown instance type and a subnet of another zone',
      async () => {
        const { account, launchRequest, subnets } = await buildEnvironment(harness())
        await expectCloudError(
          account.instances.launch(launchRequest({ instanceType: 'c6g.nothing' })),
          'invalid',
        )
        const { zone } = subnets[0]
        await expectCloudError(
          account.instances.launch(launchRequest({ zone, subnetId: subnets[1].id })),
          'invalid',
        )
      },
    )

    it('says not-found for a subnet that does not exist', async () => {
      const { account, launchRequest } = await buildEnvironment(harness())
      await expectCloudError(
        account.instances.launch(launchRequest({ subnetId: 'subnet-0123456789abcdef0' })),
        'not-found',
      )
    })

    it('terminates, shows it for a while, and takes terminating again or what is gone as done', async () => {
      const { account, launchRunning, tags } = await buildEnvironment(harness())
      const { id } = await launchRunning()
      await account.instances.terminate([id])
      await account.instances.terminate([id])
      await account.instances.terminate(['i-0123456789abcdef0', id])
      await account.instances.terminate([])
      await harness().eventually('it is terminated', async () => {
        const present = (await account.instances.list(tags('instance'))).find(
          (instance) => instance.id === id,
        )
        return !present || present.state === 'terminated'
      })
      const ended = (await account.instances.list(tags('instance'))).find((instance) => instance.id === id)
      expect(ended?.endReason ?? { code: 'Client.UserInitiatedShutdown' }).toMatchObject({
        code: 'Client.UserInitiatedShutdown',
      })
    })

    it('describes those of its ids that it knows, whatever their tags', async () => {
      const { account, launchRunning } = await buildEnvironment(harness())
      const { id, tags } = await launchRunning()
      const described = await account.instances.describe(['i-0123456789abcdef0', id])
      expect(described).toMatchObject([{ id, state: 'running', tags }])
      expect(await account.instances.describe(['i-0123456789abcdef0'])).toEqual([])
      expect(await account.instances.describe([])).toEqual([])
    })

    itUnless(kinder.ignoresDependencies)(
      'keeps subnet and security group from being deleted until it is terminated',
      async () => {
        const { account, launchRunning, subnets, securityGroup, gateway } = await buildEnvironment(harness())
        const { network } = account
        const { id } = await launchRunning()
        await expectCloudError(network.deleteSubnet(subnets[0].id), 'dependency-violation')
        await expectCloudError(network.deleteSecurityGroup(securityGroup.id), 'dependency-violation')
        await expectCloudError(network.deleteInternetGateway(gateway.id), 'dependency-violation')
        await account.instances.terminate([id])
        const deleted = (work: () => Promise<void>) =>
          harness().eventually('it can be deleted', () =>
            work().then(
              () => true,
              () => false,
            ),
          )
        await deleted(() => network.deleteSubnet(subnets[0].id))
        await deleted(() => network.deleteSecurityGroup(securityGroup.id))
        await deleted(() => network.deleteInternetGateway(gateway.id))
      },
    )
  })
}
