import { applicationUsagePage } from '../../components/environment-links'
import { PageLink } from '../../components/page-link'
import { Table } from '../../components/table'
import { coresText, memoryText, shareText } from '../../components/usage-text'
import type {
  UsageComparison as Compared,
  UsageFigures,
} from '../../services/deployments/usage-comparison-views'

interface UsageComparisonProps {
  environment: { id: string; name: string }
  usage: Compared[]
}

/** What applications used before a deployment and after it. */
export const UsageComparison = ({ environment, usage }: UsageComparisonProps) => (
  <section>
    <h2 className="mb-2">Usage before and after</h2>
    <p className="mb-2 text-muted">
      Of each process, in the hour before this deployment began and the hour after it was live. Crashes are
      counted in the log.
    </p>
    <Table
      caption="Usage before and after"
      rows={usage}
      rowKey={({ applicationId }) => applicationId}
      columns={[
        {
          header: 'Application',
          cell: ({ applicationId, applicationName }) => (
            <PageLink to={applicationUsagePage(environment, applicationId)}>{applicationName}</PageLink>
          ),
        },
        ...figures
          .filter(({ tell, onlyIf = tell }) =>
            usage.some(({ before, after }) => [before, after].some((of) => of && onlyIf(of))),
          )
          .map(({ header, tell }) => ({
            header,
            numeric: true,
            cell: ({ before, after }: Compared) => (
              <Change before={textOf(before, tell)} after={textOf(after, tell)} />
            ),
          })),
      ]}
    />
  </section>
)

type Tell = (of: UsageFigures) => string | undefined

const told = (figure: number | undefined, tell: (figure: number) => string) =>
  figure === undefined ? undefined : tell(figure)

interface Figure {
  header: string
  tell: Tell
  /** Left out if it is so of nothing. */
  onlyIf?: (of: UsageFigures) => boolean
}

const figures: Figure[] = [
  { header: 'Cores', tell: ({ cores }) => coresText(cores) },
  { header: 'Cores, 95 %', tell: ({ p95Cores }) => coresText(p95Cores) },
  { header: 'Most cores', tell: ({ mostCores }) => coresText(mostCores) },
  { header: 'Most memory', tell: ({ mostMemoryMb }) => told(mostMemoryMb, memoryText) },
  { header: 'Throttled', tell: ({ throttled }) => told(throttled, shareText) },
  { header: 'Crashes', tell: ({ restarts }) => String(restarts) },
  {
    header: 'Out of memory',
    tell: ({ memoryKills }) => String(memoryKills),
    onlyIf: ({ memoryKills }) => memoryKills > 0,
  },
]

const textOf = (of: UsageFigures | undefined, tell: Tell) => of && tell(of)

interface ChangeProps {
  before: string | undefined
  after: string | undefined
}

/** One above the other, where a table has many columns. */
const Change = ({ before = '–', after = '–' }: ChangeProps) => (
  <>
    <span className="whitespace-nowrap text-muted sm:block">{before} →</span>{' '}
    <span className="whitespace-nowrap sm:block">{after}</span>
  </>
)
