import { Field, SelectField } from '../field'

/** The value of the select of `AccountChoice` for an account that is to be added. */
export const newAccount = 'new'

interface AccountChoiceProps {
  awsAccounts: { id: string; name: string; accountNumber: string }[]
  canCreateAwsAccounts: boolean
}

/** Fields that choose an AWS account: one that is there, or one that is added. */
export function AccountChoice({ awsAccounts, canCreateAwsAccounts }: AccountChoiceProps) {
  return (
    <>
      <SelectField name="existingAwsAccountId" label="AWS account" required>
        {awsAccounts.length > 0 && <option value="">Select an account</option>}
        {awsAccounts.map(({ id, name, accountNumber }) => (
          <option key={id} value={id}>{`${name} (${accountNumber})`}</option>
        ))}
        {canCreateAwsAccounts && <option value={newAccount}>New AWS Account</option>}
      </SelectField>
      {canCreateAwsAccounts && (
        <fieldset className="space-y-4 border-l-2 border-line pl-4">
          <legend className="sr-only">New AWS account</legend>
          <p className="text-muted">Only for a new AWS account:</p>
          <Field name="newAwsAccountName" label="Name of the new account" maxLength={100} />
          <Field
            name="newAwsAccountNumber"
            label="AWS account ID"
            hint="12 digits."
            inputMode="numeric"
            autoComplete="off"
            maxLength={14}
          />
        </fieldset>
      )}
    </>
  )
}
