import { describe, expect, it } from 'vitest'
import type { EnvironmentStatus } from '../../../core/resources/environment'
import { ConflictError, InvalidResourceError } from '../../../controller/store/store'
import { buildEnvironmentSpec, buildEnvironmentStatus, uniqueName } from './specs'
import type { UseStore } from './store-contract'

export const describeStatus = (useStore: UseStore) =>
  describe('replacing a status', () => {
    const create = async () => {
      const store = useStore()
      const write = { name: uniqueName('env'), labels: {}, spec: buildEnvironmentSpec() }
      return { store, write, created: await store.apply('Environment', write) }
    }

    it('stores the whole status and counts no generation', async () => {
      const { store, write, created } = await create()
      const status = buildEnvironmentStatus()
      const written = await store.replaceStatus('Environment', created, status)
      expect(written.status).toEqual(status)
      expect(written.metadata.generation).toBe(1)
      expect(written.metadata.resourceVersion).not.toBe(created.metadata.resourceVersion)
      expect(await store.get('Environment', write.name)).toEqual(written)

      const next = buildEnvironmentStatus({ phase: 'Ready', network: { subnets: [] } })
      const replaced = await store.replaceStatus('Environment', written, next)
      expect(replaced.status).toEqual(next)
    })

    it('writes nothing when nothing changed', async () => {
      const { store, created } = await create()
      const written = await store.replaceStatus('Environment', created, buildEnvironmentStatus())
      expect(await store.replaceStatus('Environment', written, buildEnvironmentStatus())).toEqual(written)
    })

    it('survives a new spec', async () => {
      const { store, write, created } = await create()
      const status = buildEnvironmentStatus()
      await store.replaceStatus('Environment', created, status)
      const spec = buildEnvironmentSpec({ displayName: 'Renamed' })
      expect((await store.apply('Environment', { ...write, spec })).status).toEqual(status)
    })

    it('changes nothing of the spec', async () => {
      const { store, created } = await create()
      const tampered = { ...created, spec: buildEnvironmentSpec({ displayName: 'Tampered' }) }
      const written = await store.replaceStatus('Environment', tampered, buildEnvironmentStatus())
      expect(written.spec).toEqual(created.spec)
    })

    it('is a conflict when somebody wrote since the resource was read', async () => {
      const { store, write, created } = await create()
      const written = await store.replaceStatus('Environment', created, buildEnvironmentStatus())
      const stale = store.replaceStatus('Environment', created, buildEnvironmentStatus({ phase: 'Failure' }))
      await expect(stale).rejects.toThrow(ConflictError)
      await store.apply('Environment', { ...write, labels: { a: 'b' } })
      const alsoStale = store.replaceStatus(
        'Environment',
        written,
        buildEnvironmentStatus({ phase: 'Failure' }),
      )
      await expect(alsoStale).rejects.toThrow(ConflictError)
      expect((await store.get('Environment', write.name))?.status?.phase).toBe('Working')
    })

    it('lets one of two writers at the same moment win', async () => {
      const { store, created } = await create()
      const outcomes = await Promise.allSettled(
        ['one', 'two', 'three'].map((message) =>
          store.replaceStatus('Environment', created, buildEnvironmentStatus({ message })),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ConflictError)
    })

    it('is a conflict on a resource that is gone, also when another of its name has come', async () => {
      const { store, write, created } = await create()
      await store.dropFinalizer('Environment', created)
      await store.requestDelete('Environment', write.name)
      await expect(store.replaceStatus('Environment', created, buildEnvironmentStatus())).rejects.toThrow(
        ConflictError,
      )
      await store.apply('Environment', write)
      await expect(store.replaceStatus('Environment', created, buildEnvironmentStatus())).rejects.toThrow(
        ConflictError,
      )
    })

    it('refuses a wrong status and names the field', async () => {
      const { store, created } = await create()
      const wrong = { ...buildEnvironmentStatus(), phase: 'Fine' } as unknown as EnvironmentStatus
      const refused = store.replaceStatus('Environment', created, wrong)
      await expect(refused).rejects.toThrow(InvalidResourceError)
      await expect(refused).rejects.toThrow(/status\.phase/)
    })
  })
