import type { ApplicationConfig } from '../../services/applications/application-views'
import type { RunSettings } from '../../../core/application/run-settings'
import { longest } from '../../../core/text/longest'
import { loadBalancerPerHour } from '../../../core/catalogue/load-balancer-price'
import { hoursPerMonth } from '../../../core/catalogue/hours-per-month'
import { Field } from '../field'
import { RunSettingFields } from './run-setting-fields'
import { VariableFields } from './variable-fields'
import { RepeatedFields } from '../repeated-fields'

type Config = Pick<
  ApplicationConfig,
  | 'cpuCount'
  | 'memoryMb'
  | 'dockerBaseUrl'
  | 'numProcesses'
  | 'maxSpotPercentage'
  | 'exposedPortsV2'
  | 'roles'
  | 'registryCredentials'
  | 'environmentVariables'
  | 'secrets'
> &
  RunSettings

/** AWS's price of a load balancer, without traffic. */
const monthlyUsd = Math.round(loadBalancerPerHour * hoursPerMonth)

/** The fields of how an application is run, filled from `config` where there is one. */
export function ApplicationFields({ config }: { config?: Config }) {
  return (
    <>
      <Field
        name="dockerBaseUrl"
        label="Docker image"
        hint="Where the image is, without its tag: registry.example.com/team/shop, with a port where the registry has one."
        defaultValue={config?.dockerBaseUrl}
        typing="image"
        maxLength={longest.imageAddress}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <Field
        name="registryCredentials"
        label="Registry login (optional)"
        hint="ARN of the secret or parameter sdo/registries/… in your AWS account that contains it. Public registries and ECR need none."
        defaultValue={config?.registryCredentials}
        maxLength={longest.registryCredentials}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="cpuCount"
          label="CPU count"
          hint="Cores of one process, such as 0.25"
          inputMode="decimal"
          typing="decimal"
          defaultValue={config?.cpuCount}
          autoComplete="off"
          required
        />
        <Field
          name="memoryMb"
          label="Memory MB"
          hint="1 MB is 1,000,000 bytes"
          inputMode="numeric"
          defaultValue={config?.memoryMb}
          typing="whole"
          autoComplete="off"
          required
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="numProcesses"
          label="Default number of processes"
          hint="An environment can override it."
          inputMode="numeric"
          defaultValue={config?.numProcesses}
          typing="whole"
          autoComplete="off"
          required
        />
        <Field
          name="maxSpotPercentage"
          label="At most on Spot (%)"
          hint="100: as many as the environment allows"
          inputMode="numeric"
          defaultValue={config?.maxSpotPercentage ?? 100}
          typing="whole"
          autoComplete="off"
        />
      </div>
      <RepeatedFields
        legend="Exposed ports"
        hint={`Each gets a load balancer in every environment it is deployed to. A load balancer costs about ${monthlyUsd} USD a month. The process must speak HTTP on it, not HTTPS, and answer its health check, which is GET /health with 200 to 299 unless Advanced says otherwise. In a linked hosted zone, the subdomain @ is the name of the zone itself, and * is every name that nothing else has.`}
        addLabel="Add port"
        errorField="exposedPortsV2"
        columns={[
          { name: 'port', label: 'Port', inputMode: 'numeric', typing: 'port' },
          {
            name: 'subdomain',
            label: 'Subdomain',
            placeholder: 'Subdomain (optional)',
            typing: 'portSubdomain',
          },
        ]}
        rows={(config?.exposedPortsV2 ?? []).map(({ port, subdomain }) => [String(port), subdomain ?? ''])}
      />
      <RepeatedFields
        legend="Additional roles"
        hint="A key by which the process asks for credentials, and the ARN of the role in your AWS account."
        addLabel="Add role"
        errorField="roles"
        columns={[
          { name: 'roleKey', label: 'Key' },
          { name: 'roleArn', label: 'Role ARN' },
        ]}
        rows={Object.entries(config?.roles ?? {})}
      />
      <VariableFields environmentVariables={config?.environmentVariables} secrets={config?.secrets} />
      <RunSettingFields settings={config ?? {}} />
    </>
  )
}
