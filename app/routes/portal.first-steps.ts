import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { portalMenu } from '../components/portal-menu'
import { loadPage, submitPage } from '../http/pages/page'

/** Nothing to see: the steps stand on the lists. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage('member', args, () => redirect('/portal/environments'))

export const action = (args: ActionFunctionArgs) =>
  submitPage('member', args, {
    dismissFirstSteps: ({ form, context }) => {
      context.dismissFirstSteps()
      const list = portalMenu.flat().find(({ to }) => to === form.text('list'))
      return redirect(list?.to ?? '/portal/environments')
    },
  })
