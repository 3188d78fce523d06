import { describe, expect, it } from 'vitest'
import { fingerprintOf, isAsApplied } from '../../../core/resources/fingerprint'
import {
  appliedSpecAnnotation,
  cleanupFinalizer,
  mirroredEventsAnnotation,
  teamLabel,
} from '../../../core/resources/metadata'
import type { EnvironmentSpec } from '../../../core/resources/environment'
import { InvalidResourceError } from '../../../controller/store/store'
import { buildAwsAccountSpec, buildDeploymentSpec, buildEnvironmentSpec, uniqueName } from './specs'
import type { UseStore } from './store-contract'

export const describeWrites = (useStore: UseStore) =>
  describe('writing a spec', () => {
    it('creates a resource that can be read back, with the clean-up finalizer and without a status', async () => {
      const store = useStore()
      const name = uniqueName('env')
      const spec = buildEnvironmentSpec()
      const created = await store.apply('Environment', { name, labels: { [teamLabel]: 'a' }, spec })
      expect(created).toMatchObject({
        kind: 'Environment',
        metadata: { name, generation: 1, finalizers: [cleanupFinalizer], labels: { [teamLabel]: 'a' } },
        spec,
      })
      expect(created.status).toBeUndefined()
      expect(created.metadata.uid).not.toBe('')
      expect(Date.parse(created.metadata.creationTimestamp)).toBeGreaterThan(0)
      expect(await store.get('Environment', name)).toEqual(created)
    })

    it('answers undefined for what does not exist', async () => {
      expect(await useStore().get('Environment', uniqueName('absent'))).toBeUndefined()
    })

    it('keeps kinds apart', async () => {
      const store = useStore()
      const name = uniqueName('same')
      await store.apply('Environment', { name, labels: {}, spec: buildEnvironmentSpec() })
      expect(await store.get('AwsAccount', name)).toBeUndefined()
    })

    it('lists only resources that carry all asked labels', async () => {
      const store = useStore()
      const team = uniqueName('team')
      const [first, second] = [uniqueName('env-a'), uniqueName('env-b')]
      const spec = buildEnvironmentSpec()
      await store.apply('Environment', { name: second, labels: { [teamLabel]: team, zone: 'b' }, spec })
      await store.apply('Environment', { name: first, labels: { [teamLabel]: team }, spec })
      const names = async (labels: Record<string, string>) =>
        (await store.list('Environment', labels)).map(({ metadata }) => metadata.name)
      expect(await names({ [teamLabel]: team })).toEqual([first, second])
      expect(await names({ [teamLabel]: team, zone: 'b' })).toEqual([second])
      expect(await names({ [teamLabel]: 'nobody' })).toEqual([])
      expect((await store.list('Environment')).map(({ metadata }) => metadata.name)).toContain(first)
    })

    it.each<Record<string, string>>([{ a: 'b' }, {}])(
      'writes nothing when nothing changed, with labels %j',
      async (labels) => {
        const store = useStore()
        const write = { name: uniqueName('env'), labels, spec: buildEnvironmentSpec() }
        const created = await store.apply('Environment', write)
        expect(await store.apply('Environment', write)).toEqual(created)
      },
    )

    it('counts a generation for a changed spec and none for changed labels', async () => {
      const store = useStore()
      const name = uniqueName('env')
      const created = await store.apply('Environment', { name, labels: {}, spec: buildEnvironmentSpec() })
      const spec = buildEnvironmentSpec({ spotStrategy: 'NONE', overrides: [] })
      const changed = await store.apply('Environment', { name, labels: {}, spec })
      expect(changed.spec).toEqual(spec)
      expect(changed.metadata.generation).toBe(2)
      expect(changed.metadata.uid).toBe(created.metadata.uid)
      const labelled = await store.apply('Environment', { name, labels: { a: 'b' }, spec })
      expect(labelled.metadata.generation).toBe(2)
      expect(labelled.metadata.labels).toEqual({ a: 'b' })
      expect(labelled.metadata.resourceVersion).not.toBe(changed.metadata.resourceVersion)
    })

    it('takes away optional fields and labels that are no longer given', async () => {
      const store = useStore()
      const name = uniqueName('env')
      const before = buildEnvironmentSpec({ examineRequestedEpoch: 1_780_000_000_000 })
      const created = await store.apply('Environment', { name, labels: { a: 'b' }, spec: before })
      expect(created.spec.examineRequestedEpoch).toBe(1_780_000_000_000)
      const changed = await store.apply('Environment', { name, labels: {}, spec: buildEnvironmentSpec() })
      expect(changed.spec).toEqual(buildEnvironmentSpec())
      expect(changed.metadata.labels).toEqual({})
    })

    it('sets annotations and leaves those that others set', async () => {
      const store = useStore()
      const name = uniqueName('env')
      const write = { name, labels: {}, spec: buildEnvironmentSpec() }
      await store.apply('Environment', { ...write, annotations: { 'a.example/one': '1' } })
      await store.annotate('Environment', name, { [mirroredEventsAnnotation]: '7' })
      await store.annotate('Environment', name, { [mirroredEventsAnnotation]: '8' })
      const changed = await store.apply('Environment', { ...write, annotations: { 'a.example/two': '2' } })
      expect(changed.metadata.annotations).toEqual({
        [appliedSpecAnnotation]: fingerprintOf(write.spec),
        'a.example/one': '1',
        'a.example/two': '2',
        [mirroredEventsAnnotation]: '8',
      })
      expect(changed.metadata.generation).toBe(1)
      const bare = await store.apply('Environment', write)
      expect(bare).toEqual(changed)
    })

    it('says of every spec that it was applied and not edited', async () => {
      const store = useStore()
      const name = uniqueName('env')
      for (const spec of [
        buildEnvironmentSpec(),
        buildEnvironmentSpec({ examineRequestedEpoch: undefined, spotStrategy: 'NONE' }),
      ])
        expect(isAsApplied(await store.apply('Environment', { name, labels: {}, spec }))).toBe(true)
    })

    it('refuses what could never be carried out', async () => {
      const store = useStore()
      const [application] = buildDeploymentSpec().applications
      if (!application) throw new Error('The built spec has an application.')
      const refuse = (changes: Partial<typeof application>, ...more: (typeof application)[]) =>
        expect(
          store.apply('Deployment', {
            name: uniqueName('deploy'),
            labels: {},
            spec: buildDeploymentSpec({ applications: [{ ...application, ...changes }, ...more] }),
          }),
        ).rejects.toThrow(InvalidResourceError)
      await refuse({}, application)
      await refuse({ ports: [{ port: 80 }, { port: 80 }] })
      await refuse({
        ports: [
          { port: 80, subdomain: 'a' },
          { port: 81, subdomain: 'a' },
        ],
      })
      await refuse({ ports: [{ port: 80, subdomain: 'A B' }] })
      await refuse({ image: 'sdo/ sample' })
      await refuse({ tag: 'a b' })
      await refuse({ count: 999_999_999 })
      await refuse({ name: 'a'.repeat(101) })
      const [override] = buildEnvironmentSpec().overrides
      if (!override) throw new Error('The built spec has an override.')
      const twice = {
        name: uniqueName('env'),
        labels: {},
        spec: buildEnvironmentSpec({ overrides: [override, override] }),
      }
      await expect(store.apply('Environment', twice)).rejects.toThrow(InvalidResourceError)
      const long = { name: 'a'.repeat(64), labels: {}, spec: buildEnvironmentSpec() }
      await expect(store.apply('Environment', long)).rejects.toThrow(/at most 63 characters/)
    })

    it('annotates nothing where there is nothing', async () => {
      const store = useStore()
      const name = uniqueName('absent')
      await store.annotate('Environment', name, { 'a.example/one': '1' })
      expect(await store.get('Environment', name)).toBeUndefined()
    })

    it('refuses a wrong spec and names the field', async () => {
      const store = useStore()
      const name = uniqueName('env')
      const spec = { ...buildEnvironmentSpec(), spotStrategy: 'SOME' } as unknown as EnvironmentSpec
      const refused = store.apply('Environment', { name, labels: {}, spec })
      await expect(refused).rejects.toThrow(InvalidResourceError)
      await expect(refused).rejects.toThrow(/spec\.spotStrategy/)
      const account = buildAwsAccountSpec({ accountNumber: '12' })
      await expect(store.apply('AwsAccount', { name, labels: {}, spec: account })).rejects.toThrow(
        /spec\.accountNumber/,
      )
      expect(await store.get('Environment', name)).toBeUndefined()
      expect(await store.get('AwsAccount', name)).toBeUndefined()
    })

    it('names a wrong field deep inside', async () => {
      const spec = buildDeploymentSpec()
      const [application] = spec.applications
      if (!application) throw new Error('The built spec has an application.')
      const refused = useStore().apply('Deployment', {
        name: uniqueName('deploy'),
        labels: {},
        spec: { ...spec, applications: [{ ...application, ports: [{ port: 70_000 }] }] },
      })
      await expect(refused).rejects.toThrow(InvalidResourceError)
      await expect(refused).rejects.toThrow(/applications.*0.*ports.*0.*port/)
    })

    it('refuses to change what may never change and says what to do instead', async () => {
      const store = useStore()
      const deployment = uniqueName('deploy')
      await store.apply('Deployment', { name: deployment, labels: {}, spec: buildDeploymentSpec() })
      const changed = buildDeploymentSpec({ sequence: 2 })
      const refused = store.apply('Deployment', { name: deployment, labels: {}, spec: changed })
      await expect(refused).rejects.toThrow(InvalidResourceError)
      await expect(refused).rejects.toThrow(/Create the next one/)

      const account = uniqueName('account')
      await store.apply('AwsAccount', { name: account, labels: {}, spec: buildAwsAccountSpec() })
      const other = buildAwsAccountSpec({ accountNumber: '444455556666' })
      const moved = store.apply('AwsAccount', { name: account, labels: {}, spec: other })
      await expect(moved).rejects.toThrow(InvalidResourceError)
      await expect(moved).rejects.toThrow(/spec\.accountNumber.*never changes/s)
      const renamed = buildAwsAccountSpec({ displayName: 'Renamed' })
      await expect(
        store.apply('AwsAccount', { name: account, labels: {}, spec: renamed }),
      ).resolves.toMatchObject({
        spec: renamed,
      })
    })

    it('makes one resource when many clients create it at once', async () => {
      const store = useStore()
      const write = { name: uniqueName('env'), labels: {}, spec: buildEnvironmentSpec() }
      const created = await Promise.all([1, 2, 3, 4, 5].map(() => store.apply('Environment', write)))
      expect(new Set(created.map(({ metadata }) => metadata.uid)).size).toBe(1)
    })
  })
