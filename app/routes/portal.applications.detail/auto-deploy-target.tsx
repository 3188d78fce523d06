import { SelectField } from '../../components/field'
import { Form } from '../../components/form'
import { SubmitButton } from '../../components/submit-button'
import type { ApplicationDetail } from '../../services/applications/application-views'

/** Where versions that ask for it are deployed by themselves. */
export const AutoDeployTarget = ({ environments }: Pick<ApplicationDetail, 'environments'>) => (
  <Form name="setAutoDeployTarget" className="flex flex-wrap items-end gap-3">
    <SelectField
      name="environmentId"
      label={<span className="sr-only">Auto Deploy Environment</span>}
      defaultValue={environments.find(({ autoDeployTarget }) => autoDeployTarget)?.id ?? ''}
    >
      <option value="">None</option>
      {environments.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
    <SubmitButton tone="plain" pending="Saving…">
      Save environment
    </SubmitButton>
  </Form>
)
