import { describe, expect, it } from 'vitest'
import { fence, LeaseLostError } from './fence'

class Instances {
  #launched = 0

  async launch() {
    return ++this.#launched
  }
}

function start() {
  let isHeld = true
  const instances = new Instances()
  const cloud = fence({ region: 'us-east-1', account: () => ({ instances }) }, () => isHeld)
  return { cloud, instances, lose: () => (isHeld = false) }
}

describe('a port behind the fence', () => {
  it('does what it does while that is allowed', async () => {
    const { cloud } = start()
    expect(cloud.region).toBe('us-east-1')
    expect(await cloud.account().instances.launch()).toBe(1)
  })

  it('does nothing more afterwards, also through what was taken from it before', async () => {
    const { cloud, instances, lose } = start()
    const account = cloud.account()
    lose()
    expect(() => account.instances.launch()).toThrow(LeaseLostError)
    expect(() => cloud.account()).toThrow(LeaseLostError)
    expect(await instances.launch()).toBe(1)
  })
})
