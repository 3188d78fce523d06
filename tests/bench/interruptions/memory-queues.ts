import type { Cloud, CloudAccount, Interruption } from '../../../controller/cloud/cloud'

interface Message extends Interruption {
  visibleEpoch: number
}

const batchSize = 10
const visibilityMilliseconds = 10_000

/** The queue of one account as SQS keeps it, which takes no time: ten messages at once, each again after a while until it is deleted. */
class MemoryQueue {
  private readonly present: Message[] = []
  /** Messages before this were handed out lately. */
  private next = 0
  private readonly deleted = new Set<string>()
  private bell: () => void = () => undefined

  get length(): number {
    return this.present.length - this.deleted.size
  }

  send(instanceId: string): void {
    const receipt = String(this.present.length)
    this.present.push({ instanceId, receipt, terminateEpoch: Date.now() + 120_000, visibleEpoch: 0 })
    this.bell()
  }

  async receive({ waitSeconds = 0, signal }: { waitSeconds?: number; signal?: AbortSignal } = {}) {
    const found = this.take()
    if (found.length > 0 || waitSeconds === 0) return found
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitSeconds * 1000)
      this.bell = () => {
        clearTimeout(timer)
        resolve()
      }
      signal?.addEventListener('abort', this.bell, { once: true })
    })
    return this.take()
  }

  async acknowledge(receipts: string[]): Promise<void> {
    for (const receipt of receipts) this.deleted.add(receipt)
  }

  private take(): Interruption[] {
    const now = Date.now()
    const first = this.present[0]
    if (this.next === this.present.length && first && first.visibleEpoch <= now) this.next = 0
    const taken: Message[] = []
    while (taken.length < batchSize && this.next < this.present.length) {
      const message = this.present[this.next++]
      if (!message || this.deleted.has(message.receipt) || message.visibleEpoch > now) continue
      message.visibleEpoch = now + visibilityMilliseconds
      taken.push(message)
    }
    return taken
  }
}

/** A cloud of which there is nothing but the queues of Spot warnings, by account number. */
export class MemoryQueues implements Cloud {
  private readonly queues = new Map<string, MemoryQueue>()

  account({ accountNumber }: { accountNumber: string }): CloudAccount {
    const queue = this.queueOf(accountNumber)
    const nothing = async () => undefined
    return {
      interruptions: {
        ensureSubscription: nothing,
        removeSubscription: nothing,
        receive: (options) => queue.receive(options),
        acknowledge: (receipts) => queue.acknowledge(receipts),
      },
    } as Partial<CloudAccount> as CloudAccount
  }

  send(accountNumber: string, instanceId: string): void {
    this.queueOf(accountNumber).send(instanceId)
  }

  /** Messages that nobody deleted. */
  get length(): number {
    return [...this.queues.values()].reduce((sum, { length }) => sum + length, 0)
  }

  private queueOf(accountNumber: string): MemoryQueue {
    const queue = this.queues.get(accountNumber) ?? new MemoryQueue()
    this.queues.set(accountNumber, queue)
    return queue
  }
}
