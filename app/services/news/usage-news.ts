import { errorMinutes, warningMinutes } from '../../../core/application/run-settings'
import type { Environment } from '../../../db/models/environment'
import { percentOf, type Excess, type WarningKind } from '../usage/usage-warnings'
import type { News } from './news'

/** An excess with the name of its application. */
export interface NamedExcess extends Excess {
  name: string
}

/** Applications that a message names at most. */
const mostNamed = 5

/** A warning of applications of an environment, all of one kind. */
export function usageNews(
  { id, name, teamId }: Pick<Environment, 'id' | 'name' | 'teamId'>,
  excesses: [NamedExcess, ...NamedExcess[]],
): News {
  const [first] = excesses
  const { one, several, sentence, remedy, figures } = words[first.kind]
  const more = excesses.length - mostNamed
  const address = new URLSearchParams({ id, name, tab: 'usage' }).toString()
  return {
    teamId,
    path: `/portal/environments/detail?${address}#sizes`,
    link: 'Usage and the right size',
    headline:
      excesses.length === 1
        ? `${first.name} in ${name} ${one(first)}`
        : `${excesses.length} applications in ${name} ${several}`,
    details: [
      ...excesses.slice(0, mostNamed).map(sentence),
      ...(more > 0 ? [`And ${more} more.`] : []),
      remedy,
    ].join('\n'),
    data: {
      warning: first.kind,
      applications: excesses.map((excess) => ({
        id: excess.applicationId,
        name: excess.name,
        ...(excess.threshold !== undefined && { threshold: excess.threshold }),
        ...figures(excess),
      })),
    },
  }
}

interface Words {
  one(excess: NamedExcess): string
  several: string
  /** With the figure and the threshold. */
  sentence(excess: NamedExcess): string
  remedy: string
  /** For programs. */
  figures(excess: NamedExcess): Record<string, number>
}

const words: Record<WarningKind, Words> = {
  memory: {
    one: ({ threshold }) => `uses more than ${threshold} % of its memory`,
    several: 'use nearly all of their memory',
    sentence: ({ name, leastMemoryMb, memoryMb, threshold }) =>
      `${name}: a process used at least ${leastMemoryMb} of ${memoryMb} MB (${percentOf((leastMemoryMb ?? 0) / memoryMb)} %) for ${warningMinutes} minutes. The threshold is ${threshold} %.`,
    remedy: 'Give each process more memory, or run fewer programs in it. Usage suggests a size.',
    figures: ({ leastMemoryMb, memoryMb }) => ({ usedMemoryMb: leastMemoryMb ?? 0, memoryMb }),
  },
  throttled: {
    one: () => 'is throttled by its CPU limit',
    several: 'are throttled by their CPU limits',
    sentence: ({ name, throttled, cpu, threshold }) =>
      `${name}: the limit of ${cpu} CPU throttled a process for ${percentOf(throttled ?? 0)} % of ${warningMinutes} minutes. The threshold is ${threshold} %.`,
    remedy: 'Give each process more CPU, or run more of them. Usage suggests a size.',
    figures: ({ throttled, cpu }) => ({ throttledPercent: percentOf(throttled ?? 0), cpuCount: cpu }),
  },
  errors: {
    one: ({ threshold }) => `answers more than ${threshold} % of its requests with 5xx`,
    several: 'answer many requests with 5xx',
    sentence: ({ name, failed, requests, threshold }) =>
      `${name}: its processes answered ${percentOf(failed ?? 0)} % of ${requests.toLocaleString('en-US')} requests in ${errorMinutes} minutes with 5xx. The threshold is ${threshold} %.`,
    remedy: 'Look at the logs of the application, or revert what was deployed last.',
    figures: ({ failed, requests }) => ({ errorPercent: percentOf(failed ?? 0), requests }),
  },
  'out-of-memory': {
    one: () => 'ran out of memory',
    several: 'ran out of memory',
    sentence: ({ name, kills, memoryMb }) =>
      `${name}: its memory of ${memoryMb} MB ran out, and ${kills === 1 ? 'one process or program was' : `${kills} processes or programs were`} killed.`,
    remedy: 'Give each process more memory, or run fewer programs in it. Usage suggests a size.',
    figures: ({ kills, memoryMb }) => ({ kills, memoryMb }),
  },
}
