import { ChoiceLinks } from '../../components/choice-links'
import { CurveFigure, curveSize } from '../../components/curve-figure'
import { curveScale } from '../../components/curve-scale'
import { EmptyState } from '../../components/empty-state'
import { environmentUsagePage } from '../../components/environment-links'
import { gapPath } from '../../components/usage-curve'
import { coresText, memoryText } from '../../components/usage-text'
import {
  usageRangeNames,
  usageRanges,
  type ApplicationUsage,
  type EnvironmentUsage,
  type UsageMark,
} from '../../services/usage/usage-views'
import { UsageMarks } from './usage-marks'
import { PointTable } from './usage-table'

/** What processes use of what they ask for, application by application. */
export function Usage(usage: EnvironmentUsage) {
  const { applications } = usage
  if (applications.every(({ points }) => points.length === 0))
    return (
      <>
        <Ranges {...usage} />
        <EmptyState docs="/docs/usage">
          Nothing was measured in this time. The first figures appear two minutes after a process starts.
        </EmptyState>
        <UsageMarks {...usage} />
      </>
    )
  return (
    <>
      <Ranges {...usage} />
      <div className="space-y-8">
        {applications.map((application) => (
          <ApplicationSection key={application.applicationId} usage={usage} application={application} />
        ))}
        <UsageMarks {...usage} />
      </div>
    </>
  )
}

function Ranges({ id, name, range }: Pick<EnvironmentUsage, 'id' | 'name' | 'range'>) {
  return (
    <div className="mb-4">
      <ChoiceLinks
        label="How far back"
        choices={usageRangeNames.map((each) => ({
          label: usageRanges[each].label,
          to: environmentUsagePage(id, name, each),
          isOpen: each === range,
        }))}
      />
    </div>
  )
}

interface SectionProps {
  usage: EnvironmentUsage
  application: ApplicationUsage
}

function ApplicationSection({ usage, application }: SectionProps) {
  const { applicationName, cpu, memoryMb, points } = application
  if (points.length === 0)
    return (
      <section>
        <h2 className="mb-2">{applicationName}</h2>
        <p className="text-muted">Nothing was measured in this time.</p>
      </section>
    )
  const marks = usage.marks.filter(({ applicationIds }) => applicationIds.includes(application.applicationId))
  const memory = points.filter((point) => point.memoryMb !== undefined)
  return (
    <section>
      <h2 className="mb-2">{applicationName}</h2>
      <div className="grid gap-4 md:grid-cols-2">
        <Figure
          usage={usage}
          marks={marks}
          name={`CPU of ${applicationName}`}
          caption="CPU, cores of each process"
          asked={cpu}
          text={coresText}
          curves={points.map(({ epoch, cores, mostCores }) => ({ epoch, mean: cores, most: mostCores }))}
        />
        {memory.length > 0 && (
          <Figure
            usage={usage}
            marks={marks}
            name={`Memory of ${applicationName}`}
            caption="Memory of each process"
            asked={memoryMb}
            text={memoryText}
            curves={memory.map(({ epoch, memoryMb: mean = 0, mostMemoryMb: most = mean }) => ({
              epoch,
              mean,
              most,
            }))}
          />
        )}
      </div>
      <details className="mt-2">
        <summary>As a table</summary>
        <div className="mt-2">
          <PointTable name={applicationName} points={points} marks={marks} seconds={usage.seconds} />
        </div>
      </details>
    </section>
  )
}

interface FigureProps {
  usage: EnvironmentUsage
  marks: UsageMark[]
  name: string
  caption: string
  /** What each process asks for. */
  asked: number
  text: (figure: number) => string
  curves: { epoch: number; mean: number; most: number }[]
}

/** The mean as the curve, the most of one process behind it, and what is asked for as a line. */
function Figure({ usage, marks, name, caption, asked, text, curves }: FigureProps) {
  const most = Math.max(...curves.map((point) => point.most))
  const highest = Math.max(asked, most) * 1.05
  const path = (valueOf: (point: (typeof curves)[number]) => number) =>
    gapPath(
      curves.map((point) => ({ epoch: point.epoch, value: valueOf(point) })),
      usage,
      { ...curveSize, highest },
    )
  const { x } = curveScale(
    { fromEpoch: usage.fromEpoch, toEpoch: usage.untilEpoch },
    { ...curveSize, highest },
  )
  const last = curves.at(-1)
  return (
    <CurveFigure
      name={name}
      caption={caption}
      summary={`${text(last?.mean ?? 0)} lately, at most ${text(most)}, asks for ${text(asked)}`}
      start={`${usageRanges[usage.range].label} ago`}
      end="now"
      path={path(({ mean }) => mean)}
      faintPath={path((point) => point.most)}
      level={curveSize.height - (asked / highest) * curveSize.height}
      marks={marks.map(({ epoch, text: title, type }) => ({ x: x(epoch), title, isBad: type === 'trouble' }))}
    />
  )
}
