import { monthlyChangeText, type PerHour } from '../../core/catalogue/figures'

/** Message on a change of settings: what was `saved`, or that it waits for approval. */
export const settingsMessage = (saved: string, { awaitsApproval }: { awaitsApproval?: true }): string =>
  awaitsApproval ? 'The change waits for the approval of an admin. Nothing changes until then.' : saved

/** Message on a request that was queued or waits for approval: `deployment`, `removal`. */
export const queuedMessage = (
  what: string,
  { awaitsApproval, atMostPerHour }: { awaitsApproval?: true; atMostPerHour?: PerHour | undefined },
): string =>
  [
    awaitsApproval
      ? `The ${what} waits for the approval of an admin. Nothing is deployed until then.`
      : `The ${what} was queued.`,
    ...(atMostPerHour ? [`It changes the cost ${monthlyChangeText(atMostPerHour)}.`] : []),
  ].join(' ')
