import type { Pool } from '../../../core/catalogue/pool'

export interface Offering extends Pool {
  pricePerHour: number
  vcpu: number
  memoryMib: number
  /** Not money: how much we would rather not use this pool just now. */
  penalty: number
}

export interface Offerings {
  /** What may be launched now, with its price. */
  list(): Promise<Offering[]>
}
