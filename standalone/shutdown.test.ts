import { describe, expect, it } from 'vitest'
import { InterruptedError, Shutdown } from './shutdown'

const silent = () => undefined

describe('Shutdown', () => {
  it('ends what was started in the opposite order, one after the other', async () => {
    const shutdown = new Shutdown()
    const ended: string[] = []
    for (const name of ['database', 'controller', 'site'])
      shutdown.add(name, async () => {
        await Promise.resolve()
        ended.push(name)
      })
    await shutdown.run(Promise.resolve(), silent)
    expect(ended).toEqual(['site', 'controller', 'database'])
  })

  it('ends the others when one fails, and says which', async () => {
    const shutdown = new Shutdown()
    const ended: string[] = []
    shutdown.add('database', async () => void ended.push('database'))
    shutdown.add('site', () => Promise.reject(new Error('stuck')))
    const failures: string[] = []
    await shutdown.run(Promise.resolve(), (name) => failures.push(name))
    expect([ended, failures]).toEqual([['database'], ['site']])
  })

  it('waits for a start under way to notice, and ends what that still started', async () => {
    const shutdown = new Shutdown()
    const ended: string[] = []
    let finishStep: () => void = silent
    const start = async () => {
      await new Promise<void>((resolve) => (finishStep = resolve))
      shutdown.add('database', async () => void ended.push('database'))
      shutdown.add('never reached', async () => void ended.push('never reached'))
    }
    const starting = start()
    const running = shutdown.run(starting, silent)
    expect(ended).toEqual([])
    finishStep()
    await expect(starting).rejects.toThrow(InterruptedError)
    await running
    expect(ended).toEqual(['database'])
  })

  it('ends everything once, however often it is asked', async () => {
    const shutdown = new Shutdown()
    let ends = 0
    shutdown.add('site', async () => void (ends += 1))
    await Promise.all([shutdown.run(Promise.resolve(), silent), shutdown.run(Promise.resolve(), silent)])
    expect(ends).toBe(1)
  })
})
