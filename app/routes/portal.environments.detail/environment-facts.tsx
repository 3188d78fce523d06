import { Link } from '@remix-run/react'
import { Details } from '../../components/details'
import { environmentPage } from '../../components/environment-links'
import { Field, SelectField } from '../../components/field'
import { Form } from '../../components/form'
import { spotStrategyHint, spotStrategyLabels } from '../../messages/spot-strategy-labels'
import { SubmitButton } from '../../components/submit-button'
import type { EnvironmentDetail } from '../../services/environments/environment-views'
import { CopyText } from '../../components/copy-text'

interface EnvironmentFactsProps {
  environment: EnvironmentDetail
  isRenaming: boolean
}

/** The name, account and Spot strategy of an environment, to be changed in place. */
export function EnvironmentFacts({ environment, isRenaming }: EnvironmentFactsProps) {
  const { id, name, awsAccountName, awsAccountNumber, spotAllowanceCategories } = environment
  return (
    <>
      {isRenaming ? (
        <div className="mb-4">
          <Form name="rename">
            <Field name="name" label="Name" defaultValue={name} maxLength={100} required />
            <div className="flex items-center gap-3">
              <SubmitButton pending="Saving…">Save Name</SubmitButton>
              <Link className="link" to={environmentPage(id, name)}>
                Cancel
              </Link>
            </div>
          </Form>
        </div>
      ) : (
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <Link className="button" to={`${environmentPage(id, name)}&rename=yes`}>
            Rename
          </Link>
          <Form name="examine" className="">
            <SubmitButton tone="plain" pending="Examining…">
              Examine deployed configuration
            </SubmitButton>
          </Form>
          <p className="text-muted">Checks for drift: finds and mends what was changed by hand in AWS.</p>
        </div>
      )}
      <Details
        facts={[
          {
            term: 'AWS account',
            value: (
              <>
                {awsAccountName} <CopyText label="account ID" text={awsAccountNumber} isCompact />
              </>
            ),
          },
          {
            term: 'Environment ID',
            value: <CopyText label="environment ID" text={id} isCompact />,
          },
          {
            term: 'Spot allocation strategy',
            value: (
              <Form name="setSpotStrategy" className="flex flex-wrap items-start gap-3 sm:flex-nowrap">
                <SelectField
                  name="spotAllowanceCategory"
                  label={<span className="sr-only">Spot allocation strategy</span>}
                  hint={spotStrategyHint}
                  defaultValue={spotAllowanceCategories.find(({ selected }) => selected)?.category}
                >
                  {spotAllowanceCategories.map(({ category }) => (
                    <option key={category} value={category}>
                      {spotStrategyLabels[category]}
                    </option>
                  ))}
                </SelectField>
                <SubmitButton tone="plain" pending="Saving…">
                  Save strategy
                </SubmitButton>
              </Form>
            ),
          },
        ]}
      />
    </>
  )
}
