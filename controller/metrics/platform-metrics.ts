import { Gauge, type Registry } from 'prom-client'

/** Reports whenever the metrics are read whether AWS takes this process for the platform. */
export function trackPlatform(registry: Registry, isAccepted: () => boolean): void {
  new Gauge({
    name: 'sdo_platform_access',
    help: "1 while AWS accepts SDO's own credentials and gives them customers' roles, as far as is known.",
    registers: [registry],
    collect() {
      this.set(isAccepted() ? 1 : 0)
    },
  })
}
