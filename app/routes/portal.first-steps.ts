import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { portalMenu } from '../components/portal-menu'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage, submitPage } from '../http/pages/page'

export const handle = { access: 'member', submits: 'member', docs: null } as const satisfies PageHandle

/** Nothing to see: the steps stand on the lists. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, () => redirect('/portal/environments'))

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    dismissFirstSteps: ({ form, context }) => {
      context.dismissFirstSteps()
      const list = portalMenu.flat().find(({ to }) => to === form.text('list'))
      return redirect(list?.to ?? '/portal/environments')
    },
  })
