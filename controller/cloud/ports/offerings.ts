import type { Pool } from '../../../core/catalogue/pool'

export interface Offering extends Pool {
  pricePerHour: number
  vcpu: number
  memoryMib: number
  /** Not money: how much we would rather not use this pool just now. */
  penalty: number
}

export interface Offerings {
  /** Offerings that may be launched now, with their prices. */
  list(): Promise<Offering[]>
}
