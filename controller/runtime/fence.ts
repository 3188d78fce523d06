/** Somebody else may lead by now: whatever was under way must not act any more. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'

  constructor() {
    super('The lease was lost: another controller may lead, so nothing more is done here.')
  }
}

/**
 * `port`, whose every call, also of what its calls give at once, throws as soon as `isAllowed` says no. A pass that was under way when the
 * lease was lost thereby ends at its next step into the world.
 */
export function fence<Port extends object>(port: Port, isAllowed: () => boolean): Port {
  return new Proxy(port, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name)
      if (typeof member === 'object' && member !== null) return fence(member, isAllowed)
      if (typeof member !== 'function') return member
      return (...parameters: unknown[]): unknown => {
        if (!isAllowed()) throw new LeaseLostError()
        const result: unknown = Reflect.apply(member, target, parameters)
        const isPlain = typeof result === 'object' && result !== null && !(result instanceof Promise)
        return isPlain ? fence(result, isAllowed) : result
      }
    },
  })
}
