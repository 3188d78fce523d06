import type { LoaderFunctionArgs } from '@remix-run/node'
import { ownerTag, ownerValue } from '../../core/aws/ownership'
import { PublicPage, PublicSection } from '../components/public-page'
import { publicTitle } from '../components/title'
import { useShell } from '../components/use-shell'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'

export const handle = { access: 'public', hasFooter: true, isStatic: true } as const satisfies PageHandle

export const meta = () =>
  publicTitle(
    'Security',
    'What SDO may do in your AWS account, and how it protects your software and your logins.',
  )

export const loader = (args: LoaderFunctionArgs) => loadPage(handle, args, () => null)

const listClass = 'max-w-[44rem] list-disc space-y-2 pl-5'
const textClass = 'max-w-[44rem]'

export default function Security() {
  const isRecorded = useShell().sessionRecordingUrl !== undefined
  return (
    <PublicPage title="Security" lead="What SDO may do in your AWS account, and how it keeps yours safe.">
      <PublicSection heading="Permissions in your AWS account">
        <ul className={listClass}>
          <li>
            You install the roles that SDO uses, from a template that you can read first. Their trust
            relationship allows only the account of SDO, with an external ID that belongs to your account
            alone.
          </li>
          <li>
            SDO may create what environments consist of: networks, instances, load balancers and what they
            need. It may change and remove only what carries its owner tag,{' '}
            <code>{`${ownerTag} = ${ownerValue}`}</code>, and the one queue and rule, known by name, that
            bring it the warnings about Spot. What you made yourself it can neither change nor remove; the
            page of your account's roles says what AWS cannot restrict any further.
          </li>
          <li>Describe permissions let it see what exists, such as instance types, prices and networks.</li>
          <li>It has no admin access, and cannot give itself more permissions than the roles have.</li>
          <li>To end the access, delete the stack.</li>
        </ul>
      </PublicSection>

      <PublicSection heading="Your SDO account">
        <ul className={listClass}>
          <li>
            SDO stores passwords as argon2id hashes, and sessions and tokens as hashes. Nobody can read them
            back.
          </li>
          <li>
            Each person has their own login and can protect it with an authenticator app. Admins decide who
            belongs to the team.
          </li>
          <li>
            Build systems log in with the identity of their jobs, or with their own tokens. They can only
            declare and deploy versions. A token is shown once and valid for three months.
          </li>
        </ul>
      </PublicSection>

      <PublicSection heading="Privacy of your software">
        <p className={textClass}>
          The instances in your account pull your images and run your processes. Code, data and requests do
          not pass through SDO. It knows only where an image is, how to run it, and whether it is healthy.
        </p>
      </PublicSection>

      <PublicSection heading="Credentials of your applications">
        <p className={textClass}>
          Access keys do not belong in images or configuration. An application names the roles it needs, and
          the instances&apos; own role can assume only those that you tagged for applications and that trust
          it. Each process gets temporary credentials of its own roles, from an address that only it knows,
          and new ones before they expire. A login for a private registry stays a secret in your account: SDO
          knows its name, and your instances read it.
        </p>
      </PublicSection>

      <PublicSection heading="Daily patches of the operating system">
        <p className={textClass}>
          Amazon publishes patched images of Amazon Linux. SDO launches every instance from the newest one. It
          replaces older instances within 24 hours of a new image, one at a time and without losing a request.
          It waits while a deployment is in progress, AWS has no spare instance, or an application is
          unhealthy. You have no images to maintain.
        </p>
      </PublicSection>

      <PublicSection heading="Session recording">
        <p className={textClass}>
          {isRecorded
            ? 'This website uses a session-recording service to find out where it is hard to use. It records pages and clicks. Passwords, codes and tokens are masked before they are sent.'
            : 'This website records no sessions. If an operator of SDO turns recording on, every page with a footer tells you. Passwords, codes and tokens are masked before they are sent.'}
        </p>
      </PublicSection>
    </PublicPage>
  )
}
