import { Table } from '../../components/table'
import { coresText, memoryText, shareText } from '../../components/usage-text'
import type { UsageComparison as Compared } from '../../services/deployments/usage-comparison-views'

type Figures = NonNullable<Compared['before']>

interface Row {
  key: string
  what: string
  before: string
  after: string
}

/** What applications used before a deployment and after it. */
export const UsageComparison = ({ usage }: { usage: Compared[] }) => (
  <section>
    <h2 className="mb-2">Usage before and after</h2>
    <p className="mb-2 text-muted">
      Of each process, in the hour before this deployment began and the hour after it was live.
    </p>
    <Table
      caption="Usage before and after"
      rows={usage.flatMap(rowsOf)}
      rowKey={({ key }) => key}
      columns={[
        { header: 'Figure', cell: ({ what }) => what },
        { header: 'Before', numeric: true, cell: ({ before }) => before },
        { header: 'After', numeric: true, cell: ({ after }) => after },
      ]}
    />
  </section>
)

const figures: [what: string, tell: (of: Figures) => string | undefined][] = [
  ['cores on average', ({ cores }) => coresText(cores)],
  ['cores at most', ({ mostCores }) => coresText(mostCores)],
  ['cores in 95 % of the time', ({ p95Cores }) => coresText(p95Cores)],
  ['memory at most', ({ mostMemoryMb }) => told(mostMemoryMb, memoryText)],
  ['memory in 95 % of the time', ({ p95MemoryMb }) => told(p95MemoryMb, memoryText)],
  ['throttled', ({ throttled }) => told(throttled, shareText)],
]

const told = (figure: number | undefined, tell: (figure: number) => string) =>
  figure === undefined ? undefined : tell(figure)

const rowsOf = ({ applicationId, applicationName, before, after }: Compared): Row[] =>
  figures.flatMap(([what, tell]) => {
    const texts = [before && tell(before), after && tell(after)]
    if (texts.every((text) => text === undefined)) return []
    const [textBefore = '–', textAfter = '–'] = texts
    return {
      key: `${applicationId} ${what}`,
      what: `${applicationName}: ${what}`,
      before: textBefore,
      after: textAfter,
    }
  })
