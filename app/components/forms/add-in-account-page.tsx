import type { ReactNode } from 'react'
import { Form } from '../form'
import { PageHeader } from '../page-header'
import { SubmitButton } from '../submit-button'
import { AccountChoice } from './account-choice'

interface AddInAccountPageProps {
  /** The name of the form, by which the action of the page knows it. */
  form: string
  /** Title of the page: "Add a hosted zone". */
  title: string
  description: string
  submit: string
  choices: Parameters<typeof AccountChoice>[0]
  /** The fields in front of the account. */
  children: ReactNode
}

/** The page that adds something of the customer's in an AWS account, which may be added with it. */
export function AddInAccountPage({
  form,
  title,
  description,
  submit,
  choices,
  children,
}: AddInAccountPageProps) {
  return (
    <>
      <PageHeader
        title={title}
        parent={{ to: '/portal/external-resources', label: 'External Resources' }}
        description={description}
      />
      <Form name={form}>
        {children}
        <AccountChoice {...choices} />
        <SubmitButton pending="Adding…">{submit}</SubmitButton>
      </Form>
    </>
  )
}
