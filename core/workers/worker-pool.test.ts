import { expect, it } from 'vitest'
import { WorkerPool } from './worker-pool'

const buildPool = () => new WorkerPool({ module: new URL('./trial-job', import.meta.url), data: 'given' })

it('does jobs one after the other, in a thread that knows what it was given', async () => {
  const pool = buildPool()
  expect(await Promise.all([pool.run('echo', 1), pool.run('echo', Infinity)])).toEqual([
    ['given', 1],
    ['given', Infinity],
  ])
})

it('hands on what a job threw, and goes on', async () => {
  const pool = buildPool()
  await expect(pool.run('fail', 'refused')).rejects.toThrow('refused')
  expect(await pool.run('echo', 2)).toEqual(['given', 2])
})

it('fails the job that ends its thread, and does those that wait in another', async () => {
  const pool = buildPool()
  const jobs = [pool.run('echo', 1), pool.run('exit', 0), pool.run('echo', 2), pool.run('echo', 3)]
  const outcomes = await Promise.allSettled(jobs)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

it('goes on after its thread broke while nobody asked for anything', async () => {
  const pool = buildPool()
  await pool.run('breakLater', 10)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await pool.run('echo', 4)).toEqual(['given', 4])
})

it('says which module is not there', async () => {
  const pool = new WorkerPool({ module: new URL('./no-job', import.meta.url) })
  await expect(pool.run('echo', 1)).rejects.toThrow('no-job')
  await expect(pool.run('echo', 1)).rejects.toThrow('no-job')
})
