import type * as passwords from '../../app/services/password-hashing/password'

type Passwords = typeof passwords

/** Stands between a test and the module of passwords, so that something can happen while one is looked at. */
class HeldPasswords {
  private hold: { left: number; isReached: () => void; until: Promise<void> } | undefined

  /** The module, for `vi.mock`. */
  around(module: Passwords): Passwords {
    const pause = async () => {
      const { hold } = this
      if (!hold || --hold.left > 0) return
      this.hold = undefined
      hold.isReached()
      await hold.until
    }
    return {
      async hashPassword(...parameters) {
        const hash = await module.hashPassword(...parameters)
        await pause()
        return hash
      },
      async isPassword(...parameters) {
        const isRight = await module.isPassword(...parameters)
        await pause()
        return isRight
      },
    }
  }

  /**
   * Begins `work`, does `meanwhile` when so many `passwords` of it were looked at or hashed and before it learns the answer, and
   * finishes it.
   */
  async during<Result>(
    work: () => Promise<Result>,
    meanwhile: () => Promise<unknown>,
    { passwords = 1 } = {},
  ): Promise<Result> {
    let letGo = () => {}
    const until = new Promise<void>((resolve) => (letGo = resolve))
    const reached = new Promise<void>((isReached) => (this.hold = { left: passwords, isReached, until }))
    const result = work()
    // Whatever it comes to is the test's to see, once it may go on.
    result.catch(() => undefined)
    await reached
    await meanwhile()
    letGo()
    return result
  }
}

/** One for the modules of a file: `vi.mock` puts it around the module of passwords, and the tests use it. */
export const heldPasswords = new HeldPasswords()
