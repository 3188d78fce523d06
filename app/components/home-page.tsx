import { Link } from '@remix-run/react'
import { accountDrawing } from '../content/account-drawing'
import { deployCommand } from '../../core/roles/cloudformation'
import type { Savings } from '../services/pricing/list-cost-examples'
import { Flash } from './flash'
import { LinkButton } from './link-button'
import { Notice } from './notice'
import { PortalPicture } from './portal-picture'
import { MonthlyPrice } from './price'
import { useShell } from './use-shell'

const points = [
  {
    heading: 'Securely augment your AWS account',
    text: 'You install one role template. SDO works inside your account with the permissions it lists, and nothing more.',
  },
  {
    heading: 'Rapid environment creation',
    text: 'Name an environment and it gets its network, its instances and its load balancers. No scripts to maintain.',
  },
  {
    heading: 'Publish your Docker applications',
    text: 'Point to an image and a tag. New versions roll out without downtime. An unhealthy version never replaces the old one.',
  },
  {
    heading: 'Launch and start saving now',
    text: 'SDO packs processes onto the cheapest instances, on Spot if you allow it, and moves them before capacity is reclaimed.',
  },
]

const examples = [
  {
    to: '/docs/environments',
    picture: 'environment' as const,
    text: 'An environment: what runs in it, where, and for how much',
  },
  {
    to: '/docs/deployments',
    picture: 'deployment' as const,
    text: 'A deployment: choose a version, and it rolls out without downtime',
  },
]

/** The home page, also for addresses that are nobody's. */
export function HomePage({ savings, isUnknown = false }: { savings?: Savings; isUnknown?: boolean }) {
  const { isSignedIn } = useShell()
  return (
    <main id="content" className="mx-auto max-w-content px-4 py-8 sm:py-12">
      <Flash />
      {isUnknown && <Notice tone="warn">This page does not exist. Here is the home page.</Notice>}
      <div className="grid items-center gap-x-12 gap-y-8 lg:grid-cols-2">
        <div>
          <h1 className="max-w-[36rem] text-3xl font-semibold leading-tight sm:text-5xl lg:text-4xl xl:text-5xl">
            Rapid, Simple, Affordable DevOps
          </h1>
          <p className="mt-4 max-w-[38rem] text-lg text-muted">
            For teams that run Docker applications on AWS: SDO runs them on instances inside your own account,
            and keeps them running at the lowest price.
          </p>
          {savings && <SavingsLine {...savings} />}
          <div className="mt-6 flex flex-wrap gap-3">
            <LinkButton to="/docs/quick-start" primary>
              Get Started
            </LinkButton>
            <LinkButton to="/docs#watch-the-demo">Watch the Demo</LinkButton>
            {isSignedIn && <LinkButton to="/portal">Open the portal</LinkButton>}
          </div>
        </div>
        <Link to="/docs/applications">
          <PortalPicture name="applications" isFirst />
        </Link>
      </div>
      <div className="mt-10 max-w-[44rem]">
        <h2>One command links your AWS account</h2>
        <p className="mt-1 text-muted">
          SDO writes the role template for you. Read it, then install it. To end the access, delete the stack.
        </p>
        <pre className="panel mt-3 whitespace-pre-wrap break-words px-3 py-2.5">{deployCommand()}</pre>
      </div>
      <ul className="mt-12 grid gap-x-10 gap-y-8 border-t border-line pt-10 sm:grid-cols-2">
        {points.map(({ heading, text }) => (
          <li key={heading}>
            <h2>{heading}</h2>
            <p className="mt-1 max-w-[30rem] text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <section className="mt-12 grid items-center gap-x-10 gap-y-4 border-t border-line pt-10 sm:grid-cols-2">
        <div className="self-start">
          <h2>How it works</h2>
          <p className="mt-1 max-w-[30rem] text-muted">
            SDO stays outside of your account and works in it with the roles that you installed. Your code,
            your data and your users' requests stay inside.
          </p>
        </div>
        {/* Our own drawing. */}
        <div dangerouslySetInnerHTML={{ __html: accountDrawing }} />
      </section>
      <ul className="mt-12 grid gap-x-10 gap-y-8 border-t border-line pt-10 sm:grid-cols-2">
        {examples.map(({ to, picture, text }) => (
          <li key={to}>
            <Link className="link block" to={to}>
              <PortalPicture name={picture} isDecoration />
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-10 flex flex-wrap gap-x-6 gap-y-2">
        <Link className="link" to="/pricing">
          What it costs
        </Link>
        <Link className="link" to="/security">
          How it is secured
        </Link>
      </p>
    </main>
  )
}

/** Line on the planner's launches in one example and their savings, which the pricing page shows in full. */
const SavingsLine = ({
  numProcesses,
  onDemandPerHour,
  spotPerHour,
  fargatePerHour,
  spotDiscount,
}: Savings) => (
  <p className="mt-4 max-w-[38rem] border-l-2 border-good pl-4">
    {numProcesses} processes of a growing team cost{' '}
    <strong>
      <MonthlyPrice perHour={spotPerHour} /> a month
    </strong>{' '}
    on Spot at {spotDiscount}% less, <MonthlyPrice perHour={onDemandPerHour} /> on-demand, and{' '}
    <MonthlyPrice perHour={fargatePerHour} /> on AWS Fargate, before traffic, logs and load balancers.{' '}
    <Link className="link" to="/pricing#examples">
      What runs there
    </Link>
  </p>
)
