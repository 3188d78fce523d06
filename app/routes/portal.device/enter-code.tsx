import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { Notice } from '../../components/notice'
import { SubmitButton } from '../../components/submit-button'

/** Asks for the code that the terminal shows; one that came with the address is to be compared first. */
export const EnterCode = ({ code }: { code: string }) => (
  <>
    {code !== '' && (
      <Notice tone="warn">
        Continue only if you just ran <code>sdo login</code> yourself and your terminal shows this very code.
        If somebody sent you the link, close this page.
      </Notice>
    )}
    <Form name="find">
      <Field
        name="code"
        label="Code"
        hint="The eight letters that sdo login shows in your terminal."
        defaultValue={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        required
      />
      <SubmitButton pending="Looking…">Continue</SubmitButton>
    </Form>
  </>
)
