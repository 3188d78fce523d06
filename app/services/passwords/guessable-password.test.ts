import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { isValidPassword } from '../../input/password-rules'
import { isAcceptablePassword } from './guessable-password'

const ada = { name: 'Ada Lovelace', email: 'ada.l@engines.example' }

describe('a new password', () => {
  it('is refused when it is among those known from breaches, of which more than 3000 fulfil the rules', () => {
    const known = (dictionary['passwords-common'] as string[]).filter(isValidPassword)
    expect(known.length).toBeGreaterThan(3000)
    expect(known.filter((password) => isAcceptablePassword(password, ada))).toEqual([])
  })

  it.each(['password', 'Password1', 'QWERTYUIOP', '12345678'])(
    'is refused when many have it: %s',
    (password) => {
      expect(isAcceptablePassword(password, ada)).toBe(false)
    },
  )

  it.each(['aaaaaaaa', 'Zz9!Zz9!', 'абв'.repeat(4), '🐎🔋'.repeat(4)])(
    'is refused when it is a few characters over and over: %s',
    (password) => {
      expect(isAcceptablePassword(password, ada)).toBe(false)
    },
  )

  it.each(['sdo-portal-2026', 'Lovelace1815', 'ada.l@engines.example', 'Ada-Lovelace!', 'ADAenginesSDO'])(
    'is refused when it is little more than names that everybody knows: %s',
    (password) => {
      expect(isAcceptablePassword(password, ada)).toBe(false)
    },
  )

  it.each(['correct-horse', 'Lovelace-and-Babbage', 'пароль-с-кириллицей', 'T9$kd+2vQ!', '🐎🔋📎🐎🔋📎🐎🔋'])(
    'is taken, of whatever characters it is: %s',
    (password) => {
      expect(isAcceptablePassword(password, ada)).toBe(true)
    },
  )
})
