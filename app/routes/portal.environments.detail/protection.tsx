import { Form } from '../../components/form'
import { SubmitButton } from '../../components/submit-button'
import type { EnvironmentDetail } from '../../services/environments/environment-views'

interface ProtectionProps {
  protection: EnvironmentDetail['protection']
  isAdmin: boolean
}

/** Whether deployments wait for approval, and for admins the way in and out of that. */
export function Protection({
  protection: { isProtected, endRequestedBy, isOwnRequest },
  isAdmin,
}: ProtectionProps) {
  return (
    <>
      <p>{sentenceOf(isProtected)}</p>
      {endRequestedBy !== undefined && (
        <p className="mt-1">{`${endRequestedBy} wants to remove the protection. It ends when another admin also requests that.`}</p>
      )}
      {isAdmin && (
        <div className="mt-2 flex flex-wrap gap-3">
          {!isProtected && <Button name="protect">Protect</Button>}
          {isProtected && endRequestedBy !== undefined && <Button name="protect">Keep the protection</Button>}
          {isProtected && !isOwnRequest && (
            <Button name="unprotect">
              {endRequestedBy === undefined ? 'Ask to take the protection off' : 'Take the protection off'}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

const sentenceOf = (isProtected: boolean): string =>
  isProtected
    ? 'Protected: deployments, overrides and the Spot strategy wait for the approval of another admin. Only admins rename the environment or change the settings below. Links stay as they are, and it cannot be deleted.'
    : 'Not protected: deployments and changes take effect at once.'

const Button = ({ name, children }: { name: string; children: string }) => (
  <Form name={name} className="">
    <SubmitButton tone="plain" pending="Saving…">
      {children}
    </SubmitButton>
  </Form>
)
