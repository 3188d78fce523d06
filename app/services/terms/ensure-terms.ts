import { Terms } from '../../../db/models/terms'
import type { Dependencies } from '../dependencies'

/** The terms that a new installation starts with. */
export const initialTerms = {
  id: '5d0c0de0-0000-4000-8000-000000000001',
  content: `<h1>Terms of service</h1>
<p>These terms are between you (the team that registers) and the operator of this SDO installation.</p>
<h2>The service</h2>
<p>SDO launches and manages compute instances, networks and load balancers inside your own AWS account, through a role that you
install and may remove at any time. AWS bills you for what runs there.</p>
<h2>Charges</h2>
<p>The service is currently free. Once charges take effect they are 5% of the unadjusted on-demand hourly rate of the compute
instances it launches, after a free trial of 30 days. You will be asked to accept new terms before that.</p>
<h2>Your part</h2>
<ul>
<li>Keep passwords and tokens to yourself, and remove people from your team who no longer belong to it.</li>
<li>Run only what you may run, and do not use the service to harm others.</li>
<li>Keep copies of your data: the service manages instances, which come and go.</li>
</ul>
<h2>Our part</h2>
<p>We use the access you grant only to provide the service, and remove what SDO created when you ask for it. The service is
provided as it is, without warranty of being uninterrupted or free of faults.</p>
<h2>Ending</h2>
<p>You may delete your account at any time. We may suspend an account that breaks these terms.</p>`,
} as const

/** Makes the first terms of a new installation; without effect where there are terms. Call it once at every start. */
export async function ensureTerms({ clock }: Dependencies): Promise<void> {
  if ((await Terms.count()) > 0) return
  // Its fixed id makes two processes that start together write one row.
  await Terms.bulkCreate([{ ...initialTerms, effectiveAt: new Date(clock.now()) }], {
    ignoreDuplicates: true,
  })
}
