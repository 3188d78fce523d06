import { Link } from '@remix-run/react'
import { environmentPage } from '../../components/environment-links'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { adminsOnlyHere, ProtectedNote } from '../../components/protected-note'
import { SubmitButton } from '../../components/submit-button'
import type { EnvironmentDetail } from '../../services/environments/environment-views'

/** The name of an environment, to be changed in place. */
export function RenameForm({
  environment: { id, name, protection },
  isAdmin,
}: {
  environment: EnvironmentDetail
  isAdmin: boolean
}) {
  if (protection.isProtected && !isAdmin) return <ProtectedNote>{adminsOnlyHere}</ProtectedNote>
  return (
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
  )
}
