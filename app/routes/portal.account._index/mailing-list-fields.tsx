import { useEffect, useState } from 'react'
import { fieldId, useForm } from '../../components/form-context'
import { SubmitButton } from '../../components/submit-button'

/** The choice as a checkbox. Unlike other fields it goes back to what is `stored` when it could not be saved. */
export function MailingListFields({ stored }: { stored: boolean }) {
  const form = useForm()
  const [checked, setChecked] = useState(stored)
  useEffect(() => setChecked(stored), [stored, form.failure])
  const id = fieldId(form, 'shouldReceive')
  return (
    <>
      <div className="flex items-start gap-2">
        <input
          id={id}
          name="shouldReceive"
          type="checkbox"
          checked={checked}
          onChange={({ currentTarget }) => setChecked(currentTarget.checked)}
          className="mt-0.5 h-4 w-4 accent-accent"
        />
        <label htmlFor={id}>Send me announcements about SDO</label>
      </div>
      <SubmitButton tone="plain" pending="Saving…">
        Save
      </SubmitButton>
    </>
  )
}
