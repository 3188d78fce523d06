import { monthlyChangeText, type PerHour } from '../../core/catalogue/figures'

interface Accepted {
  awaitsApproval?: true
  atMostPerHour?: PerHour | undefined
  vcpuShortage?: string | undefined
}

/** Message on a change of settings: what was `saved`, or that it waits for approval. */
export const settingsMessage = (saved: string, accepted: Omit<Accepted, 'atMostPerHour'>): string =>
  inOne([
    accepted.awaitsApproval
      ? 'The change waits for the approval of an admin. Nothing changes until then.'
      : saved,
    accepted.vcpuShortage,
  ])

/** Message on a request that was queued or waits for approval: `deployment`, `removal`. */
export const queuedMessage = (
  what: string,
  { awaitsApproval, atMostPerHour, vcpuShortage }: Accepted,
): string =>
  inOne([
    awaitsApproval
      ? `The ${what} waits for the approval of an admin. Nothing is deployed until then.`
      : `The ${what} was queued.`,
    atMostPerHour && `It changes the cost ${monthlyChangeText(atMostPerHour)}.`,
    vcpuShortage,
  ])

const inOne = (sentences: (string | undefined)[]): string => sentences.filter(Boolean).join(' ')
