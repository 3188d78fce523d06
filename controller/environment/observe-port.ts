/** A call of a port, when it is over. */
export interface PortCall {
  /** Path of the call in the port: `instances.launch`. */
  operation: string
  startEpoch: number
  endEpoch: number
  /** The error that the call threw; undefined where it succeeded. */
  failure: unknown
}

interface Observer {
  now(): number
  tell(call: PortCall): void
}

/** `port`, which tells of every call that somebody has to wait for, also of what its calls give at once. */
export function observePort<Port extends object>(port: Port, observer: Observer, place: string[] = []): Port {
  return new Proxy(port, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name)
      const path = [...place, String(name)]
      if (typeof member === 'object' && member !== null) return observePort(member, observer, path)
      if (typeof member !== 'function') return member
      return (...parameters: unknown[]): unknown => {
        const startEpoch = observer.now()
        const result: unknown = Reflect.apply(member, target, parameters)
        if (typeof result !== 'object' || result === null) return result
        // What is given at once is a part of the port with a place of its own.
        if (!(result instanceof Promise)) return observePort(result, observer)
        const tell = (failure?: unknown) =>
          observer.tell({ operation: path.join('.'), startEpoch, endEpoch: observer.now(), failure })
        return result.then(
          (value: unknown) => {
            tell()
            return value
          },
          (failure: unknown) => {
            tell(failure)
            throw failure
          },
        )
      }
    },
  })
}
