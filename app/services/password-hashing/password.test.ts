import { expect, it } from 'vitest'
import { hashPassword, isPassword } from './password'

it('knows a password by its argon2id hash, and no other', async () => {
  const hash = await hashPassword('correct-horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('correct-horse', hash)).toBe(true)
  expect(await isPassword('correct-hors', hash)).toBe(false)
  expect(await isPassword('nobody has this password', undefined)).toBe(false)
})

const laneCalled = (key: string) => ({ key, isTrusted: false })

it('answers each of many who ask at once', async () => {
  const passwords = ['one', 'two', 'three']
  const hashes = await Promise.all(passwords.map((password) => hashPassword(password)))
  const right = passwords.map((password, index) => isPassword(password, hashes[index], laneCalled('right')))
  const wrong = passwords.map((password, index) =>
    isPassword(password, hashes[(index + 1) % hashes.length], laneCalled('wrong')),
  )
  expect(await Promise.all(right)).toEqual([true, true, true])
  expect(await Promise.all(wrong)).toEqual([false, false, false])
})

it('lets four of one place wait and tells the others at once, and serves other places in between', async () => {
  const ended: string[] = []
  const ask = async (place: string) => {
    const answer = await isPassword('typed', undefined, laneCalled(place)).catch(
      (failure: unknown) => failure,
    )
    ended.push(answer === false ? place : (answer as { code: string }).code)
  }
  await Promise.all([...Array.from({ length: 300 }, () => ask('crowded')), ask('elsewhere')])
  expect(ended.slice(0, 295)).toEqual(Array.from({ length: 295 }, () => 'unavailable'))
  expect(ended.slice(295)).toEqual(['crowded', 'crowded', 'elsewhere', 'crowded', 'crowded', 'crowded'])
})

it('goes on after a hash that is none', async () => {
  await expect(isPassword('correct-horse', 'no hash')).rejects.toThrow()
  expect(await isPassword('correct-horse', await hashPassword('correct-horse'))).toBe(true)
})
