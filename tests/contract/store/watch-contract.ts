import { describe, expect, it, onTestFinished } from 'vitest'
import { buildEnvironmentSpec, buildEnvironmentStatus, uniqueName } from './specs'
import type { StoreSetup, UseStore } from './store-contract'
import { WatchRecorder } from './watch-recorder'

export const describeWatch = (useStore: UseStore, setup: StoreSetup) =>
  describe('watching', () => {
    const watch = (store = useStore()) => {
      const stop = new AbortController()
      onTestFinished(() => stop.abort())
      const recorder = new WatchRecorder<'Environment'>()
      store.watch('Environment', recorder, stop.signal)
      return { recorder, stop }
    }
    const write = (name: string, displayName = 'Production') => ({
      name,
      labels: {},
      spec: buildEnvironmentSpec({ displayName }),
    })
    const remove = async (name: string) => {
      const store = useStore()
      await store.requestDelete('Environment', name)
      const deleting = await store.get('Environment', name)
      if (deleting) await store.dropFinalizer('Environment', deleting)
    }

    it('first reports what exists, then that it is complete', async () => {
      const store = useStore()
      const name = uniqueName('env')
      const created = await store.apply('Environment', write(name))
      const { recorder } = watch()
      await recorder.until(({ isSynced }) => isSynced)
      expect(recorder.present.get(name)).toEqual(created)
    })

    it('is complete also where nothing exists', async () => {
      const stop = new AbortController()
      onTestFinished(() => stop.abort())
      const recorder = new WatchRecorder<'AwsAccount'>()
      useStore().watch('AwsAccount', recorder, stop.signal)
      await recorder.until(({ isSynced }) => isSynced)
    })

    it('reports creation, new spec, new status, mark and disappearance', async () => {
      const store = useStore()
      const { recorder } = watch()
      await recorder.until(({ isSynced }) => isSynced)
      const name = uniqueName('env')
      const seen = () => recorder.present.get(name)
      const created = await store.apply('Environment', write(name))
      await recorder.until(() => seen()?.metadata.resourceVersion === created.metadata.resourceVersion)
      await store.apply('Environment', write(name, 'Renamed'))
      await recorder.until(() => seen()?.spec.displayName === 'Renamed')
      const read = await store.get('Environment', name)
      if (read) await store.replaceStatus('Environment', read, buildEnvironmentStatus())
      await recorder.until(() => seen()?.status?.phase === 'Working')
      await store.requestDelete('Environment', name)
      await recorder.until(() => seen()?.metadata.deletionTimestamp !== undefined)
      await remove(name)
      await recorder.until(({ removals }) => removals.includes(name))
    })

    it('reports what another client wrote', async () => {
      const other = await setup.connect()
      onTestFinished(() => other.close())
      const { recorder } = watch()
      await recorder.until(({ isSynced }) => isSynced)
      const name = uniqueName('env')
      await other.apply('Environment', write(name))
      await recorder.until(({ present }) => present.has(name))
    })

    it('ends with the newest state after a burst of writes', async () => {
      const store = useStore()
      const { recorder } = watch()
      const name = uniqueName('env')
      for (let round = 0; round < 20; round++) await store.apply('Environment', write(name, `Round ${round}`))
      await recorder.until(({ present }) => present.get(name)?.spec.displayName === 'Round 19')
    })

    it('reports nothing more once it was stopped', async () => {
      const store = useStore()
      const { recorder: stopped, stop } = watch()
      const { recorder } = watch()
      await Promise.all([stopped, recorder].map((each) => each.until(({ isSynced }) => isSynced)))
      stop.abort()
      const name = uniqueName('env')
      await store.apply('Environment', write(name))
      await recorder.until(({ present }) => present.has(name))
      expect(stopped.present.has(name)).toBe(false)
    })

    const { cutConnections } = setup
    if (cutConnections)
      it('over a connection that breaks, reports what was written and what disappeared meanwhile', async () => {
        const store = useStore()
        const { recorder } = watch()
        const [kept, removed] = [uniqueName('env-kept'), uniqueName('env-removed')]
        await store.apply('Environment', write(kept))
        await store.apply('Environment', write(removed))
        await recorder.until(({ present }) => present.has(kept) && present.has(removed))

        await cutConnections()
        const other = await setup.connect()
        onTestFinished(() => other.close())
        const created = uniqueName('env-created')
        await other.apply('Environment', write(created))
        await other.apply('Environment', write(kept, 'Renamed'))
        await other.requestDelete('Environment', removed)
        const deleting = await other.get('Environment', removed)
        if (deleting) await other.dropFinalizer('Environment', deleting)

        await recorder.until(
          ({ present, removals }) =>
            present.has(created) &&
            present.get(kept)?.spec.displayName === 'Renamed' &&
            removals.includes(removed),
        )
      })
  })
