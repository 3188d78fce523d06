import { ActionMenu, actionMenuEntry } from '../../components/action-menu'
import { environmentDeletePage, environmentRenamePage } from '../../components/environment-links'
import { Form } from '../../components/form'
import { PageLink } from '../../components/page-link'
import type { EnvironmentDetail } from '../../services/environments/environment-views'

/** What is done with an environment besides deploying to it. */
export const EnvironmentActions = ({
  environment: { id, name, status },
}: {
  environment: EnvironmentDetail
}) => (
  <ActionMenu about={name}>
    <PageLink to={environmentRenamePage(id, name)} className={actionMenuEntry}>
      Rename
    </PageLink>
    <button type="submit" form="examine" className={actionMenuEntry}>
      Examine deployed configuration
      <span className="block text-muted">Check for drift: find and repair manual changes in AWS.</span>
    </button>
    {!status.isDeleting && (
      <PageLink
        to={environmentDeletePage(id, name)}
        className={`${actionMenuEntry} border-t border-line text-bad`}
      >
        Delete Environment
      </PageLink>
    )}
  </ActionMenu>
)

/** The form of that menu, where it is seen why it was refused. */
export const ExamineForm = () => (
  <Form name="examine" formId="examine" className="max-w-form [&>[role=alert]]:mb-3" />
)
