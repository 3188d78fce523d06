import { useLocation } from '@remix-run/react'
import type { KeptForm } from '../http/forms/submitted-form'

/** Sends a form again as it was typed. Whoever typed a secret is asked for it again, with everything else still there. */
export function TryAgain({ form: { fields, hasSecrets } }: { form: KeptForm }) {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={pathname + search} className="mt-4 space-y-3">
      {fields.map(({ name, value }, index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {hasSecrets && <input type="hidden" name="secretsLeftOut" value="yes" />}
      <p>What you typed is not lost{hasSecrets && ', except for passwords and codes'}.</p>
      <button className="button button-primary">Try again</button>
    </form>
  )
}
