import { useState } from 'react'
import { useForm } from './form-context'

/**
 * Says which settings the form around it was filled with, so that saving it undoes nothing that somebody else saved since. After a refusal
 * for that it says which ones were told, and the form can be sent again.
 */
export function RevisionField({ revision }: { revision: string }) {
  const { refusal } = useForm()
  // What was typed stays while the page is read anew, and so does what it was typed over.
  const [shown] = useState(revision)
  const [sent] = refusal?.values.revision ?? []
  return <input type="hidden" name="revision" value={refusal?.revision ?? sent ?? shown} />
}
