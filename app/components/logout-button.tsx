import { Form } from './form'

/** Logs out with one click, wherever it stands. The page of the same address asks first: it may be opened by anybody’s link. */
export const LogoutButton = ({ className }: { className: string }) => (
  <Form name="logout" action="/logout" className="" hasSummary={false}>
    <button type="submit" className={className}>
      Logout
    </button>
  </Form>
)
