import { LinkButton } from '../../../components/link-button'
import { PageLink } from '../../../components/page-link'
import { sizedApplicationPage, applicationPage } from '../../../components/portal-links'
import { countedCores, sizeText } from '../../../components/size-text'
import { memoryText } from '../../../components/usage-text'
import { sizeRules } from '../../../services/usage/right-size'
import type { ApplicationSize, SuggestedSizes as Sizes } from '../../../services/usage/suggested-size-views'

/** Sizes that fit what was measured: sentences with a button for each that is suggested, and what is known of the others folded away. */
export function SuggestedSizes({ name, applications, neededHours, togetherMonthlyUsd }: Sizes) {
  if (applications.length === 0) return null
  const suggested = applications.filter(({ state }) => state === 'suggested')
  const others = applications.filter((one) => !suggested.includes(one))
  return (
    <section aria-labelledby="sizes" className="mb-8">
      <h2 id="sizes" className="mb-1">
        Right size
      </h2>
      <p className="mb-2 max-w-prose text-muted">
        {`CPU: ${sizeRules.cpuRoom} times what 95 % of minutes do not exceed. Memory: ${sizeRules.memoryRoom} times the most. Prices are those of all of ${name}, on-demand, before traffic and logs. Nothing changes automatically. `}
        <PageLink to="/docs/usage#right-size">How this works</PageLink>
      </p>
      {suggested.length > 0 && (
        <ul className="panel mb-2 divide-y divide-line">
          {suggested.map((application) => (
            <Suggestion key={application.applicationId} {...application} />
          ))}
        </ul>
      )}
      {togetherMonthlyUsd !== undefined && (
        <p className="mb-2">{`All of them together would cost ${monthText(togetherMonthlyUsd)}.`}</p>
      )}
      {others.length > 0 && (
        <details open={suggested.length === 0 && others.length <= mostOpen}>
          <summary>{suggested.length === 0 ? 'No other size is suggested' : 'Other applications'}</summary>
          <ul className="mt-2 space-y-1">
            {others.map((application) => (
              <li key={application.applicationId} className="[overflow-wrap:anywhere]">
                {otherText(application, neededHours)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** So many lines nobody has to fold out. */
const mostOpen = 5

function Suggestion(application: ApplicationSize) {
  const { applicationId, applicationName, asks, size, monthlyUsd, environments } = application
  if (!size) return null
  const cost = monthlyUsd === undefined ? 'fit' : `would cost ${monthText(monthlyUsd)}`
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-3 py-3">
      <div className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <p>
          <PageLink to={applicationPage(applicationId, applicationName)}>{applicationName}</PageLink>
          {` asks for ${sizeText(asks)}. ${usedText(application)}`}
          <strong>{`${sizeText(size)} ${cost}.`}</strong>
        </p>
        <p className="text-muted">{measuredText(environments)}</p>
      </div>
      <LinkButton to={sizedApplicationPage({ id: applicationId, name: applicationName }, size)}>
        {`Change ${applicationName}`}
      </LinkButton>
    </li>
  )
}

function usedText({ used }: ApplicationSize): string {
  if (!used) return ''
  const memory = used.memoryMb === undefined ? '' : `, and ${memoryText(used.memoryMb)}`
  const held =
    used.throttled !== undefined && used.throttled >= sizeRules.throttled
      ? `It was throttled ${Math.round(used.throttled * 100)} % of the time. `
      : ''
  const killed =
    used.memoryKills > 0
      ? `Memory ran out ${used.memoryKills === 1 ? 'once' : `${used.memoryKills} times`}. `
      : ''
  return `In ${sizeRules.days} days a process used at most ${countedCores(used.cores)} in 95 % of minutes${memory}. ${held}${killed}`
}

const measuredText = (environments: ApplicationSize['environments']): string =>
  `Hours measured: ${environments.map(({ name, hours }) => `${hours} in ${name}`).join(', ')}. The size is the same in all environments.`

/** USD of a month, as a difference. */
function monthText(usd: number): string {
  const rounded = Math.round(Math.abs(usd)).toLocaleString('en-US')
  if (rounded === '0') return 'the same'
  return `${rounded} USD a month ${usd < 0 ? 'less' : 'more'}`
}

function otherText(
  { applicationName, asks, state, size, environments }: ApplicationSize,
  neededHours: number,
): string {
  const asked = `${applicationName} asks for ${sizeText(asks)}.`
  switch (state) {
    case 'saved':
      return `${asked} Another size is saved and takes effect with the next deployment.`
    case 'saves-nothing':
      return size
        ? `${asked} ${sizeText(size)} would be enough, and save nothing here.`
        : `${asked} Less would save nothing here.`
    case 'later':
      return `${asked} Another size would fit. Larger changes are priced first.`
    case 'measuring':
      return `${asked} ${measuringText(environments, neededHours)}`
    default:
      return `${asked} That fits what it used.`
  }
}

/** Of the environment that lacks most. */
function measuringText(environments: ApplicationSize['environments'], neededHours: number): string {
  const [least] = [...environments].sort((a, b) => a.hours - b.hours)
  if (!least) return 'No process of it is to run.'
  return `Measured for ${least.hours} of ${neededHours} hours in ${least.name}.`
}
