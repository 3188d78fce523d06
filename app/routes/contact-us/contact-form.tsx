import { useEffect, useRef, useState } from 'react'
import { Field, TextAreaField } from '../../components/field'
import { Form } from '../../components/form'
import { useForm } from '../../components/form-context'
import { SubmitButton } from '../../components/submit-button'

/** Writes to support. With JavaScript it cannot be sent before everything is filled in, nor twice at once. */
export function ContactForm({ sender }: { sender: { name: string; email: string } | null }) {
  return (
    <Form name="contact">
      <ContactFields sender={sender} />
    </Form>
  )
}

function ContactFields({ sender }: { sender: { name: string; email: string } | null }) {
  const { isPending } = useForm()
  // Without JavaScript nobody could enable the button.
  const [isFilledIn, setFilledIn] = useState(true)
  const element = useRef<HTMLDivElement>(null)
  const look = () => {
    const controls = element.current?.querySelectorAll<HTMLInputElement>('input, textarea') ?? []
    setFilledIn([...controls].every(({ value }) => value.trim() !== ''))
  }
  useEffect(look, [])
  return (
    <div ref={element} onInput={look} className="space-y-4">
      <Field
        name="name"
        label="Name"
        autoComplete="name"
        maxLength={200}
        defaultValue={sender?.name}
        required
      />
      <Field
        name="email"
        type="email"
        label="E-mail"
        hint="We’ll reply to this address."
        autoComplete="email"
        maxLength={254}
        defaultValue={sender?.email}
        required
      />
      <TextAreaField name="message" label="Message" rows={8} maxLength={10_000} required />
      <SubmitButton pending="Sending…" disabled={!isFilledIn || isPending}>
        Send Message
      </SubmitButton>
    </div>
  )
}
