import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { AsyncVariable } from './async-variable'

it('has its value in all that the work awaits, and nowhere else', async () => {
  const place = new AsyncVariable<string>()
  const read = async () => {
    await setImmediate()
    return place.get()
  }
  expect(await Promise.all([place.run('here', read), place.run('there', read), read()])).toEqual([
    'here',
    'there',
    undefined,
  ])
})

it('keeps the values of others, also where one of them gets another value inside', async () => {
  const [place, time] = [new AsyncVariable<string>(), new AsyncVariable<number>()]
  const read = async () => {
    await setImmediate()
    return [place.get(), time.get()]
  }
  await place.run('here', async () => {
    expect(await time.run(1, read)).toEqual(['here', 1])
    expect(await time.run(1, () => place.run('there', read))).toEqual(['there', 1])
    expect(await read()).toEqual(['here', undefined])
  })
})
