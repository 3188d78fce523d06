import type { ReactNode } from 'react'
import { Form } from './form'
import { LinkButton } from './link-button'
import { PageHeader } from './page-header'
import { SubmitButton } from './submit-button'

interface ConfirmDeleteProps {
  /** `Remove` where the thing itself stays elsewhere. */
  verb?: keyof typeof pending
  /** `environment`, as in "Delete environment staging?" */
  kind: string
  name: string
  /** Where "Cancel" leads. */
  back: string
  /** The things that go with it, and those that stay. */
  children: ReactNode
  /** True while something that the children name has to go first: nothing can be deleted then, and no button says so. */
  isBlocked?: boolean
  /** Fields to fill in before deleting, such as an acknowledgement. */
  fields?: ReactNode
}

const pending = { Delete: 'Deleting…', Remove: 'Removing…' }

/** The page that asks before something is destroyed. Its form is called `delete`. */
export function ConfirmDelete({
  verb = 'Delete',
  kind,
  name,
  back,
  children,
  isBlocked = false,
  fields,
}: ConfirmDeleteProps) {
  return (
    <>
      <PageHeader title={`${verb} ${kind} ${name}?`} />
      <div className="mb-5 max-w-form space-y-3">{children}</div>
      {isBlocked ? (
        <LinkButton to={back}>Back</LinkButton>
      ) : (
        <Form name="delete">
          {fields}
          <div className="flex gap-3">
            <SubmitButton tone="danger" pending={pending[verb]}>{`${verb} ${kind}`}</SubmitButton>
            <LinkButton to={back}>Cancel</LinkButton>
          </div>
        </Form>
      )}
    </>
  )
}
