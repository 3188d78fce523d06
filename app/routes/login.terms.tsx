import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Form } from '../components/form'
import { LinkButton } from '../components/link-button'
import { Epoch } from '../components/moment'
import { PageHeader } from '../components/page-header'
import { SubmitButton } from '../components/submit-button'
import { title } from '../components/title'
import { ruleOf } from '../http/pages/authentication-rules'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage, submitPage } from '../http/pages/page'

export { shouldRevalidate } from '../components/should-revalidate'

export const handle = {
  access: 'terms-acceptance',
  submits: 'terms-acceptance',
} as const satisfies PageHandle

export const meta = () => title('New terms of service')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor }) => {
    const { terms } = await services.terms.listUnacceptedTerms(actor)
    const [first] = terms
    if (!first) throw redirect(ruleOf(actor).page)
    await services.terms.openTerms(actor, first.id)
    return first
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    accept: async ({ services, actor, form, context }) => {
      await services.terms.acceptTerms(actor, form.subject)
      context.setFlash('You accepted the terms of service.')
      return redirect('/portal')
    },
  })

/** The terms have a heading of their own, which is below that of this page. */
const belowHeading = (content: string) => content.replaceAll(/<(\/?)h1\b/gi, '<$1h2')

/** Newer terms: those in force have to be accepted before anything else, announced ones may wait. */
export default function AcceptTerms() {
  const { id, content, futureEffectiveEpoch } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="New terms of service"
        description={
          futureEffectiveEpoch === null ? (
            'Please read and accept them to continue.'
          ) : (
            <>
              They take effect at <Epoch epoch={futureEffectiveEpoch} />.
            </>
          )
        }
      />
      <div
        className="panel mb-5 max-h-[24rem] overflow-y-auto px-4 py-3"
        role="region"
        aria-label="Terms of service"
        tabIndex={0}
      >
        {/* HTML that the operator wrote into the database; nobody else can write there. */}
        <div className="prose-plain" dangerouslySetInnerHTML={{ __html: belowHeading(content) }} />
      </div>
      <Form name="accept" subject={id}>
        <div className="flex flex-wrap gap-3">
          <SubmitButton pending="Accepting…">Accept the terms</SubmitButton>
          {futureEffectiveEpoch !== null && <LinkButton to="/portal">Later</LinkButton>}
        </div>
      </Form>
    </>
  )
}
