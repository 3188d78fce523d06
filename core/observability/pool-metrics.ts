import { Gauge, type Registry } from 'prom-client'

export interface PoolFigures {
  /** Connections that a query or transaction has. */
  used: number
  /** Connections that wait for one. */
  idle: number
  /** Queries and transactions that wait for a connection. */
  waiting: number
  /** Most connections of the pool. */
  limit: number
}

/** Reports whenever the metrics are read whether the database answered when it was asked last. */
export function trackDatabase(registry: Registry, isUp: () => boolean): void {
  new Gauge({
    name: 'sdo_database_up',
    help: '1 while Postgres answers; it is asked every 10 seconds.',
    registers: [registry],
    collect() {
      this.set(isUp() ? 1 : 0)
    },
  })
}

/** Reports how busy the connections to the database are whenever the metrics are read. */
export function trackPool(registry: Registry, read: () => PoolFigures): void {
  new Gauge({
    name: 'sdo_database_connections',
    help: 'Connections to Postgres, used or idle.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { used, idle } = read()
      this.set({ state: 'used' }, used)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'sdo_database_connections_limit',
    help: 'As many connections to Postgres as there may be.',
    registers: [registry],
    collect() {
      this.set(read().limit)
    },
  })
  new Gauge({
    name: 'sdo_database_waiting',
    help: 'Queries and transactions that wait for a connection to Postgres.',
    registers: [registry],
    collect() {
      this.set(read().waiting)
    },
  })
}
