import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { contactMessages } from '../../messages/contact-messages'
import { longest } from '../../../core/text/longest'
import { Notice } from '../../components/notice'
import { PublicPage, PublicSection } from '../../components/public-page'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { ContactForm } from './contact-form'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = { access: 'public', submits: 'public' } as const satisfies PageHandle

export const meta = () => title('Contact us')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => ({
    ...(await services.customerSupport.getContact(actor)),
    isSent: query('sent') !== '',
  }))

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    contact: async ({ services, actor, context, form }) => {
      const message = {
        name: form.text('name'),
        email: form.text('email'),
        message: form.text('message', longest.letter),
      }
      await withServerProblem(context, contactMessages.failed, () =>
        services.customerSupport.sendMessage(actor, message, form.submissionId),
      )
      return redirect('/contact-us?sent=true')
    },
  })

export default function ContactUs() {
  const { isSent, chatUrl, sender } = useLoaderData<typeof loader>()
  return (
    <PublicPage title="Contact us" lead="Questions, bugs, ideas? A person will reply.">
      {isSent ? (
        <div className="max-w-form" role="status">
          <Notice tone="good">
            Thank you for your message. You will get an e-mail that confirms it.
            {chatUrl && (
              <>
                {' '}
                If you would rather talk now, join our <ChatLink url={chatUrl} />.
              </>
            )}
          </Notice>
        </div>
      ) : (
        <ContactForm sender={sender} />
      )}
      <PublicSection heading="Good to know">
        <ul className="max-w-[44rem] list-disc space-y-2 pl-5">
          {chatUrl && (
            <li>
              For a quick answer there is a chat: join our <ChatLink url={chatUrl} /> and ask there. Others
              can read along.
            </li>
          )}
          <li>
            <strong>Never share credentials</strong>, neither here nor in a chat: no passwords, tokens, codes
            or AWS keys. We never ask for them.
          </li>
          <li>Spam or harassment may permanently block your access.</li>
        </ul>
      </PublicSection>
    </PublicPage>
  )
}

const ChatLink = ({ url }: { url: string }) => (
  <a className="link" href={url} rel="noreferrer">
    chat server
  </a>
)
