import { SuggestedSizes } from './suggested-sizes'
import { ApplicationUsage } from './application-usage'
import { EnvironmentUsage } from './environment-usage'
import type { LoadedUsage } from './load-usage'
import { ProcessUsage } from './process-usage'

/** What processes use: of the environment, of one application in it, or of one process. */
export function Usage(usage: LoadedUsage) {
  if (usage.shows === 'process') return <ProcessUsage {...usage.process} />
  if (usage.shows === 'application')
    return <ApplicationUsage usage={usage.application} measured={usage.measured} />
  return (
    <>
      {usage.sizes && <SuggestedSizes {...usage.sizes} />}
      <EnvironmentUsage {...usage.environment} />
    </>
  )
}
