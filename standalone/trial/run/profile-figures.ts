import { z } from 'zod'
import type { Timings } from '../../../simulator/timings'

const measuredReport = z.object({
  region: z.string(),
  startedEpoch: z.number(),
  measured: z.record(z.string(), z.number()),
})

interface Figure {
  field: keyof Timings
  /** Names of the report's times that tell it, without their steps. */
  names: readonly string[]
  /** Whether other things that SDO waits for are in these times, so that they are its most. */
  isMost: boolean
}

/** Which times of a trial tell which times of the profile `real`. */
const figures: readonly Figure[] = [
  { field: 'bootMs', names: ['boot'], isMost: false },
  { field: 'loadBalancerProvisioningMs', names: ['deploy'], isMost: true },
  { field: 'certificateIssuanceMs', names: ['openHttps'], isMost: true },
  { field: 'roleLagMs', names: ['examineRoles'], isMost: true },
]

/**
 * What the report of a trial says for `simulator/profiles/real.ts`: its lines, each under a comment with when and where it was measured.
 * @param report the text of report.json
 * @throws ZodError or SyntaxError for what is no report
 */
export function profileFigures(report: string): string {
  const { region, startedEpoch, measured } = measuredReport.parse(JSON.parse(report))
  const date = new Date(startedEpoch).toISOString().slice(0, 10)
  return figures
    .flatMap(({ field, names, isMost }) => {
      const told = Object.entries(measured).filter(([name]) => names.includes(name.replace(/^.*\./, '')))
      if (told.length === 0) return []
      const milliseconds = told.map(([, seconds]) => Math.round(seconds * 1000))
      const [least, most] = [Math.min(...milliseconds), Math.max(...milliseconds)]
      const source = told.map(([name]) => name).join(', ')
      return [
        `// Measured on ${date} in ${region}${isMost ? ', with all else that it waits for' : ''}: ${source}.`,
        `${field}: ${field === 'bootMs' ? `[${least}, ${most}]` : most},`,
      ]
    })
    .join('\n')
}
