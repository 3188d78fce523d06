import type { LoggedNews } from '../news/news-kinds'
import type { FleetChange, LineReason, LogType, ResourceEvent } from '../resources/events'

/** Why the cost of an environment changes, what people asked for first; a line of its log tells it. */
export const costCauses = [
  'deployment',
  'scaling',
  'sleep',
  'interruption',
  'patch',
  'price',
  'failure',
  'move',
  'loadBalancer',
  'instance',
] as const
type CostCause = (typeof costCauses)[number]

/** All about a line of an environment's log but what is filled in. */
interface Declaration {
  /** The part of the log it belongs to. */
  type: LogType
  /** INFO where it is left out. */
  severity?: ResourceEvent['severity']
  /** For operators. */
  reason?: LineReason
  /** What it says of instances. */
  fleetChange?: FleetChange['kind']
  /** Why the cost changes about then. */
  costCause?: CostCause
  /** What people may be told of besides. */
  news?: LoggedNews
  /** Where the documentation says what to do about it, as a path of the portal. */
  docs?: string
  /** It ends a piece of work: the log has a break after it. */
  endsWork?: true
  /** The line, as people read it. */
  text: (...parameters: never[]) => string
}

/** A line that can be logged, known by its code whatever its words are. */
export type LineDeclaration<Filled extends unknown[] = never[]> = Omit<Declaration, 'text' | 'severity'> & {
  code: string
  severity: ResourceEvent['severity']
  text: (...parameters: Filled) => string
}

type Declared<Lines extends Record<string, Declaration>> = {
  [Name in keyof Lines]: LineDeclaration<Parameters<Lines[Name]['text']>>
}

/** Declares the lines of an area. The code of each is the area and its name: `certificates.issued`. */
export const declareLines = <Lines extends Record<string, Declaration>>(
  area: string,
  lines: Lines,
): Declared<Lines> =>
  Object.fromEntries(
    Object.entries(lines).map(([name, line]) => [
      name,
      { severity: 'INFO', ...line, code: `${area}.${name}` },
    ]),
  ) as unknown as Declared<Lines>

/** What is logged of a line: the declaration's part of an event, and its text. */
export const sayLine = <Filled extends unknown[]>(
  { code, type, severity, reason, fleetChange, news, text }: LineDeclaration<Filled>,
  ...parameters: Filled
): Omit<ResourceEvent, 'sequence' | 'epoch' | 'traceId' | 'applicationId' | 'processId'> => ({
  code,
  type,
  severity,
  ...(reason && { reason }),
  ...(fleetChange && { fleetChange: { kind: fleetChange } }),
  // Older releases know no other news.
  ...(news === 'outage' || news === 'recovered' ? { outage: news } : news && { news }),
  message: text(...parameters),
})
