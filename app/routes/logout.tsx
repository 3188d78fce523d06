import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form } from '../components/form'
import { LinkButton } from '../components/link-button'
import { NarrowPage } from '../components/narrow-page'
import { PageHeader } from '../components/page-header'
import { SubmitButton } from '../components/submit-button'
import { title } from '../components/title'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage, submitPage } from '../http/pages/page'

export { shouldRevalidate } from '../components/should-revalidate'

export const handle = { access: 'public', submits: 'public', isBare: true } as const satisfies PageHandle

export const meta = () => title('Logout')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ actor }) => {
    if (actor.kind === 'anonymous') throw redirect('/')
    return null
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    logout: async ({ services, actor, context }) => {
      await services.sessions.logOut(actor)
      context.setSession(undefined)
      return redirect('/')
    },
  })

/** Asks first: an address that logs people out by being opened could be put anywhere. */
export default function Logout() {
  return (
    <NarrowPage>
      <PageHeader title="Logout" description="You will need your password to come back." />
      <Form name="logout">
        <div className="flex gap-3">
          <SubmitButton pending="Logging out…">Logout</SubmitButton>
          <LinkButton to="/portal">Stay logged in</LinkButton>
        </div>
      </Form>
    </NarrowPage>
  )
}
