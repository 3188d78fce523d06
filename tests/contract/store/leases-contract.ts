import { describe, expect, it } from 'vitest'
import { ConflictError } from '../../../controller/store/store'
import { uniqueName } from './specs'
import type { UseStore } from './store-contract'

const lease = { holder: 'a', durationSeconds: 15, renewEpoch: 1_780_000_000_123 }

export const describeLeases = (useStore: UseStore) =>
  describe('leases', () => {
    it('are created once and read back exactly', async () => {
      const { leases } = useStore()
      const name = uniqueName('lease')
      expect(await leases.get(name)).toBeUndefined()
      const created = await leases.put(name, lease, undefined)
      expect(created).toMatchObject(lease)
      expect(await leases.get(name)).toEqual(created)
      await expect(leases.put(name, { ...lease, holder: 'b' }, undefined)).rejects.toThrow(ConflictError)
      expect((await leases.get(name))?.holder).toBe('a')
    })

    it('lists those that exist among some', async () => {
      const { leases } = useStore()
      const [one, two, absent] = [uniqueName('lease'), uniqueName('lease'), uniqueName('lease')]
      const written = [await leases.put(one, lease, undefined), await leases.put(two, lease, undefined)]
      expect(await leases.list([one, two, absent])).toEqual(
        new Map([
          [one, written[0]],
          [two, written[1]],
        ]),
      )
      expect(await leases.list([two])).toEqual(new Map([[two, written[1]]]))
    })

    it('are replaced only by whoever read the present one', async () => {
      const { leases } = useStore()
      const name = uniqueName('lease')
      const first = await leases.put(name, lease, undefined)
      const second = await leases.put(name, { ...lease, renewEpoch: lease.renewEpoch + 2000 }, first)
      expect(second.renewEpoch).toBe(lease.renewEpoch + 2000)
      await expect(leases.put(name, { ...lease, holder: 'b' }, first)).rejects.toThrow(ConflictError)
      const third = await leases.put(name, { ...lease, holder: 'b' }, second)
      expect(await leases.get(name)).toEqual(third)
    })

    it('are won by one of many that try at the same moment', async () => {
      const { leases } = useStore()
      const name = uniqueName('lease')
      const candidates = ['a', 'b', 'c', 'd']
      const created = await Promise.allSettled(
        candidates.map((holder) => leases.put(name, { ...lease, holder }, undefined)),
      )
      expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const present = await leases.get(name)
      const replaced = await Promise.allSettled(
        candidates.map((holder) => leases.put(name, { ...lease, holder: `next-${holder}` }, present)),
      )
      expect(replaced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    it('can be given up: nobody holds them then', async () => {
      const { leases } = useStore()
      const name = uniqueName('lease')
      const held = await leases.put(name, lease, undefined)
      const released = await leases.put(name, { ...lease, holder: '', durationSeconds: 1 }, held)
      expect(released.holder).toBe('')
      expect((await leases.get(name))?.holder).toBe('')
    })
  })
