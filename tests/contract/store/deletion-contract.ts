import { describe, expect, it } from 'vitest'
import {
  cleanupFinalizer,
  deletionAllowedAnnotation,
  isMarkedByHand,
  isToGo,
} from '../../../core/resources/metadata'
import { ConflictError } from '../../../controller/store/store'
import { buildEnvironmentSpec, buildEnvironmentStatus, uniqueName } from './specs'
import type { UseStore } from './store-contract'

export const describeDeletion = (useStore: UseStore) =>
  describe('deleting', () => {
    const create = async () => {
      const store = useStore()
      const write = { name: uniqueName('env'), labels: {}, spec: buildEnvironmentSpec() }
      const created = await store.apply('Environment', write)
      const read = async () => {
        const resource = await store.get('Environment', write.name)
        if (!resource) throw new Error(`${write.name} is gone.`)
        return resource
      }
      return { store, write, created, read }
    }

    it('marks the resource and keeps it until its finalizer is dropped', async () => {
      const { store, write, read } = await create()
      await store.requestDelete('Environment', write.name)
      const deleting = await read()
      expect(Date.parse(deleting.metadata.deletionTimestamp ?? '')).toBeGreaterThan(0)
      expect(deleting.metadata.finalizers).toEqual([cleanupFinalizer])
      const cleaned = await store.replaceStatus(
        'Environment',
        deleting,
        buildEnvironmentStatus({ phase: 'Deleting' }),
      )
      await store.dropFinalizer('Environment', cleaned)
      expect(await store.get('Environment', write.name)).toBeUndefined()
    })

    it('says that it is wanted, also when the resource was marked before', async () => {
      const { store, write, read } = await create()
      await store.requestDelete('Environment', write.name)
      expect(isToGo((await read()).metadata)).toBe(true)
      await store.annotate('Environment', write.name, { [deletionAllowedAnnotation]: 'false' })
      expect(isMarkedByHand((await read()).metadata)).toBe(true)
      await store.requestDelete('Environment', write.name)
      expect(isToGo((await read()).metadata)).toBe(true)
    })

    it('waits for whoever holds the resource again', async () => {
      const { store, write, created, read } = await create()
      await store.dropFinalizer('Environment', created)
      await expect(store.hold('Environment', created)).rejects.toThrow(ConflictError)
      const held = await store.hold('Environment', await read())
      expect(held).toEqual(await read())
      expect(held.metadata.finalizers).toEqual([cleanupFinalizer])
      await store.apply('Environment', { ...write, spec: buildEnvironmentSpec({ displayName: 'Renamed' }) })
      await store.requestDelete('Environment', write.name)
      expect((await read()).metadata.deletionTimestamp).toBeDefined()
    })

    it('asked twice stays marked as it was', async () => {
      const { store, write, read } = await create()
      await store.requestDelete('Environment', write.name)
      const deleting = await read()
      await store.requestDelete('Environment', write.name)
      expect(await read()).toEqual(deleting)
    })

    it('is fine with what does not exist', async () => {
      await expect(useStore().requestDelete('Environment', uniqueName('absent'))).resolves.toBeUndefined()
    })

    it('removes at once what has no finalizer', async () => {
      const { store, write, created, read } = await create()
      await store.dropFinalizer('Environment', created)
      expect((await read()).metadata.finalizers).toEqual([])
      await store.requestDelete('Environment', write.name)
      expect(await store.get('Environment', write.name)).toBeUndefined()
    })

    it('does not drop the finalizer of a resource that changed since it was read', async () => {
      const { store, write, read } = await create()
      await store.requestDelete('Environment', write.name)
      const deleting = await read()
      await store.replaceStatus('Environment', deleting, buildEnvironmentStatus())
      await expect(store.dropFinalizer('Environment', deleting)).rejects.toThrow(ConflictError)
      expect((await read()).metadata.finalizers).toEqual([cleanupFinalizer])
    })

    it('does not drop the finalizer of another resource of the same name', async () => {
      const { store, write, created, read } = await create()
      await store.requestDelete('Environment', write.name)
      await store.dropFinalizer('Environment', await read())
      await store.apply('Environment', write)
      await expect(store.dropFinalizer('Environment', created)).rejects.toThrow(ConflictError)
      expect((await read()).metadata.finalizers).toEqual([cleanupFinalizer])
    })

    it('still takes a new spec while it is being deleted, and keeps mark and finalizer', async () => {
      const { store, write, read } = await create()
      await store.requestDelete('Environment', write.name)
      const { metadata } = await read()
      const spec = buildEnvironmentSpec({ displayName: 'Renamed' })
      const changed = await store.apply('Environment', { ...write, spec })
      expect(changed.spec).toEqual(spec)
      expect(changed.metadata.deletionTimestamp).toBe(metadata.deletionTimestamp)
      expect(changed.metadata.finalizers).toEqual([cleanupFinalizer])
    })

    it('does not give back a finalizer that was dropped, when the spec is written again', async () => {
      const { store, write, created } = await create()
      await store.dropFinalizer('Environment', created)
      const spec = buildEnvironmentSpec({ displayName: 'Renamed' })
      const changed = await store.apply('Environment', { ...write, spec })
      expect(changed.metadata.finalizers).toEqual([])
    })

    it('lets a deleted name be created anew as another resource', async () => {
      const { store, write, created, read } = await create()
      await store.requestDelete('Environment', write.name)
      await store.dropFinalizer('Environment', await read())
      const again = await store.apply('Environment', write)
      expect(again.metadata.uid).not.toBe(created.metadata.uid)
      expect(again.metadata.deletionTimestamp).toBeUndefined()
      expect(again.metadata.generation).toBe(1)
    })
  })
