import { standBefore, type Answer } from './forward'

/** In place of moto's answer: AWS's own, or moto's with something in it changed. */
type Injection = (
  answerOfMoto: () => Promise<Answer>,
  parameters: URLSearchParams,
) => Answer | Promise<Answer>

export interface InjectingMoto {
  endpoint: string
  /** The next requests of the action that `isMeant`, `times` of them, are answered so. */
  inject(
    action: string,
    injection: Injection,
    options?: { times?: number; isMeant?: (parameters: URLSearchParams) => boolean },
  ): void
  /** How many requests of the action there were. */
  countOf(action: string): number
  /** Takes back what was injected and has not happened. */
  clear(): void
  stop(): Promise<void>
}

/** Stands before moto, and answers what it is told to as AWS does and moto never would. */
export async function injectAnswers(moto: string): Promise<InjectingMoto> {
  let injected: {
    action: string
    injection: Injection
    times: number
    isMeant: (parameters: URLSearchParams) => boolean
  }[] = []
  const counts = new Map<string, number>()
  const { endpoint, stop } = await standBefore(moto, async ({ parameters, ask }) => {
    const action = parameters.get('Action') ?? ''
    counts.set(action, (counts.get(action) ?? 0) + 1)
    const entry = injected.find((one) => one.action === action && one.isMeant(parameters))
    if (!entry) return ask()
    entry.times -= 1
    if (entry.times <= 0) injected = injected.filter((one) => one !== entry)
    return entry.injection(ask, parameters)
  })
  return {
    endpoint,
    stop,
    inject: (action, injection, { times = 1, isMeant = () => true } = {}) =>
      void injected.push({ action, injection, times, isMeant }),
    countOf: (action) => counts.get(action) ?? 0,
    clear: () => void (injected = []),
  }
}

/** moto's description of instances, in which all of them ended before they were up. */
export function endedAtLaunch(code: string, message: string): Injection {
  return async (answerOfMoto) => {
    const { status, body } = await answerOfMoto()
    const ended = body
      .toString()
      .replace(/<instanceState>[\s\S]*?<\/instanceState>/g, instanceState)
      .replace(/<(stateReason|reason)>[\s\S]*?<\/\1>|<(stateReason|reason)\s*\/>/g, '')
      .replaceAll(
        instanceState,
        `${instanceState}<stateReason><code>${code}</code><message>${message}</message></stateReason>`,
      )
    return { status, headers: { 'content-type': 'text/xml' }, body: Buffer.from(ended) }
  }
}

const instanceState = '<instanceState><code>48</code><name>terminated</name></instanceState>'
