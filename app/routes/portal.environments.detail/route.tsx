import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DomainError } from '../../../core/errors'
import { choiceBody } from '../../input/environment-choices'
import { messages } from '../../messages/messages'
import { ruleEntries, type DeploymentRule, type RuleName } from '../../../core/deployment/rules'
import { environmentNews } from '../../../core/news/news-kinds'
import { choiceNames, choiceOf, environmentChoices, type ChoiceName } from '../../../core/environment/choices'
import { AutoRefresh } from '../../components/auto-refresh'
import {
  deploymentDetailPage,
  deploymentPage,
  environmentLogsPage,
  environmentPage,
} from '../../components/environment-links'
import { costConfirmed } from '../../components/forms/cost-confirmation'
import { deployAwaited } from '../../components/forms/deploy-awaited'
import { requireCostConfirmation } from '../../components/forms/require-cost-confirmation'
import { EnvironmentState } from '../../components/environment-state'
import { linksPage } from '../../components/external-resource-links'
import { LinkButton } from '../../components/link-button'
import { Log } from '../../components/log'
import { PageHeader } from '../../components/page-header'
import { tabOf, Tabs, useTab } from '../../components/tabs'
import { title } from '../../components/title'
import { queuedMessage, settingsMessage } from '../../messages/queued-message'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage, type Page, type SubmittedPage } from '../../http/pages/page'
import { askedLines } from '../../components/asked-lines'
import { Cost } from './cost'
import { Deployments } from './deployments'
import { EnvironmentActions, ExamineForm } from './environment-actions'
import { EnvironmentFacts } from './environment-facts'
import { FleetChanges } from './fleet-changes'
import { Overview } from './overview/overview'
import { ProcessOverrides } from './process-overrides'
import { Processes } from './processes'
import { readOverride } from './read-override'
import { RenameForm } from './rename-form'
import { Resources } from './resources'
import { Settings } from './settings'
import { sleepActions } from './sleep-actions'
import { loadUsage } from './usage/load-usage'
import { Usage } from './usage/usage'
import { withServerProblem } from '../../http/pages/with-server-problem'
import type { SettingsChanged } from '../../services/deployments/change-settings'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/environments',
  about: { id: 'environment' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.environment.name ?? 'Environment', 'Environments')

async function setProtection(
  { services, actor, query, context, request }: Page<'member'>,
  isProtected: boolean,
) {
  const answer = await withServerProblem(context, messages.previousCommandFailed, () =>
    services.environments.setProtection(actor, { id: query('id'), isProtected }),
  )
  const isEndRequested = !isProtected && answer.isProtected
  context.setFlash(
    isEndRequested ? 'Another admin also has to remove the protection.' : 'The protection was saved.',
  )
  return redirect(request.url)
}

const setRule =
  (name: RuleName, { kind, saved }: DeploymentRule) =>
  async ({ services, actor, query, form, context, request }: SubmittedPage<'member'>) => {
    const value = kind === 'number' ? form.text(name) : form.isChecked(name)
    await withServerProblem(context, messages.previousCommandFailed, () =>
      services.environments.setDeploymentRule(actor, { id: query('id'), name, value }),
    )
    context.setFlash(saved)
    return redirect(request.url)
  }

const setChoice =
  (name: ChoiceName) =>
  async ({ services, actor, query, form, context, request }: SubmittedPage<'member'>) => {
    const { field, saved } = environmentChoices[name]
    const value = form.parse(choiceBody(name))[field]
    const answer = await withServerProblem(context, messages.previousCommandFailed, () =>
      services.environments.setEnvironmentChoice(actor, { id: query('id'), name, value }),
    )
    context.setFlash(settingsMessage(saved, answer))
    return redirect(whereSettingsAre(answer, request))
  }

/** What waits for approval has a page of its own. */
function whereSettingsAre({ deploymentId }: Pick<SettingsChanged, 'deploymentId'>, request: Request): string {
  const environmentId = new URL(request.url).searchParams.get('id') ?? ''
  return deploymentId === undefined ? request.url : deploymentDetailPage(environmentId, deploymentId)
}

const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'overrides', label: 'Process Overrides' },
  { value: 'resources', label: 'Resources' },
  { value: 'usage', label: 'Usage' },
  { value: 'cost', label: 'Cost' },
  { value: 'deployments', label: 'Deployments' },
  { value: 'settings', label: 'Settings' },
  { value: 'logs', label: 'Logs' },
  { value: 'why', label: 'Why' },
]

/** So many deployments can still be looked through. */
const deploymentsAtOnce = 50

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const id = query('id')
    const tab = tabOf(tabs, query('tab'))
    const [environment, overview, history, processes, resources, running, usage, cost, log] =
      await Promise.all([
        services.environments.getEnvironment(actor, id),
        tab === 'overview' || tab === 'why'
          ? services.environments.getEnvironmentOverview(actor, id)
          : undefined,
        tab === 'deployments'
          ? services.deployments.listEnvironmentDeployments(actor, id, {
              limit: deploymentsAtOnce,
              cursor: query('cursor') || undefined,
            })
          : undefined,
        tab === 'overrides'
          ? services.environments.listEnvironmentProcessPage(actor, {
              id,
              filter: query('filter'),
              cursor: query('cursor'),
            })
          : undefined,
        tab === 'resources' ? services.environments.getEnvironmentResources(actor, id) : undefined,
        tab === 'resources'
          ? services.environments.listRunningProcesses(actor, { id, cursor: query('cursor') })
          : undefined,
        tab === 'usage' ? loadUsage(services, actor, query) : undefined,
        tab === 'cost' ? services.cost.getEnvironmentCost(actor, id) : undefined,
        tab === 'logs'
          ? services.environments.listEnvironmentLogs(actor, { id, ...askedLines(query) })
          : undefined,
      ])
    return {
      environment,
      overview: tab === 'overview' ? overview : undefined,
      fleetChanges: tab === 'why' ? overview?.fleetChanges : undefined,
      history,
      processes,
      resources,
      running,
      usage,
      cost,
      log,
      nowEpoch: Date.now(),
      isRenaming: query('rename') !== '',
      isAdmin: actor.isAdmin,
    }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    rename: async ({ services, actor, query, form, context }) => {
      const id = query('id')
      const name = form.text('name')
      const { isDuplicate } = await withServerProblem(context, messages.previousCommandFailed, () =>
        services.environments.renameEnvironment(actor, { id, name }),
      )
      if (isDuplicate) {
        throw new DomainError('conflict', messages.environmentDuplicate, {
          fields: { name: messages.environmentDuplicate },
        })
      }
      context.setFlash('The name was saved.')
      return redirect(environmentPage(id, name))
    },
    ...Object.fromEntries(choiceNames.map((name) => [choiceOf(name).form, setChoice(name)])),
    ...Object.fromEntries(ruleEntries.map(([name, rule]) => [rule.form, setRule(name, rule)])),
    setNotifications: async ({ services, actor, query, form, context, request }) => {
      const chosen = (name: string) => environmentNews.filter((kind) => form.all(name).includes(kind))
      const input = {
        mailEvents: chosen('mailEvents'),
        webhookEvents: chosen('webhookEvents'),
        revision: form.revision,
      }
      await withServerProblem(context, messages.previousCommandFailed, () =>
        services.environments.setNotifications(actor, { id: query('id'), ...input }),
      )
      context.setFlash('The notifications were saved.')
      return redirect(request.url)
    },
    protect: (page) => setProtection(page, true),
    unprotect: (page) => setProtection(page, false),
    ...sleepActions,
    examine: async ({ services, actor, query, request, context }) => {
      await withServerProblem(context, messages.previousCommandFailed, () =>
        services.environments.examineEnvironment(actor, query('id')),
      )
      return redirect(request.url)
    },
    deployAwaited: (page) => {
      const { query } = page
      return deployAwaited(page, query('id'))
    },
    restart: async ({ services, actor, query, form, context }) => {
      const environmentId = query('id')
      const answer = await withServerProblem(context, messages.previousCommandFailed, () =>
        services.deployments.restartApplication(actor, {
          environmentId,
          applicationId: form.subject,
          firstDeployWarningApproved: form.isChecked(costConfirmed),
          submissionId: form.submissionId,
        }),
      )
      requireCostConfirmation(answer, form)
      context.setFlash(queuedMessage('restart', answer))
      return redirect(deploymentDetailPage(environmentId, answer.id ?? ''))
    },
    override: async ({ services, actor, query, form, context, request }) => {
      const override = {
        environmentId: query('id'),
        ...readOverride(form),
        firstDeployWarningApproved: form.isChecked(costConfirmed),
      }
      const answer = await withServerProblem(context, messages.processValuesFailed, () =>
        services.environments.overrideApplication(actor, override),
      )
      requireCostConfirmation(answer, form)
      const { environmentVariables, secrets, variableFile } = override
      const hasVariables =
        Object.keys({ ...environmentVariables, ...secrets }).length > 0 || variableFile !== ''
      context.setFlash(
        `${settingsMessage('The overrides were saved.', answer)}${hasVariables ? ' Variables and secrets take effect with the next deployment of the application.' : ''}`,
      )
      return redirect(whereSettingsAre(answer, request))
    },
  })

export default function EnvironmentPage() {
  const { environment, isRenaming, isAdmin, nowEpoch } = useLoaderData<typeof loader>()
  const tab = useTab(tabs)
  const { id, name, status } = environment
  return (
    <>
      <PageHeader
        title={name}
        parent={{ to: '/portal/environments', label: 'Environments' }}
        action={
          <div className="flex gap-2">
            {!status.isDeleting && (
              <LinkButton primary to={deploymentPage(id, name)}>
                Deploy
              </LinkButton>
            )}
            <EnvironmentActions environment={environment} />
          </div>
        }
      />
      {tab !== 'logs' && (
        <AutoRefresh seconds={10} keepsForms={tab === 'overrides' || tab === 'settings' || isRenaming} />
      )}
      <EnvironmentState status={status} isAdmin={isAdmin} />
      <ExamineForm />
      {isRenaming && <RenameForm environment={environment} isAdmin={isAdmin} />}
      {/* A phone shows first what the page was opened for. */}
      <div className="flex flex-col">
        <div className="max-sm:order-last max-sm:mt-8">
          <EnvironmentFacts environment={environment} nowEpoch={nowEpoch} />
        </div>
        <div className="min-w-0 sm:mt-6">
          <Tabs label="About this environment" tabs={tabs} />
          <OpenTab tab={tab} />
        </div>
      </div>
    </>
  )
}

function OpenTab({ tab }: { tab: string }) {
  const {
    environment,
    overview,
    fleetChanges,
    history,
    processes,
    resources,
    running,
    usage,
    cost,
    log,
    isRenaming,
    nowEpoch,
    isAdmin,
  } = useLoaderData<typeof loader>()
  const { id, name } = environment
  return (
    <>
      {tab === 'overview' && overview && (
        <Overview {...overview} environment={environment} nowEpoch={nowEpoch} />
      )}
      {tab === 'overrides' && processes && <ProcessOverrides {...processes} environmentName={name} />}
      {tab === 'resources' && resources && <Resources {...resources} linksPage={linksPage(id, name)} />}
      {tab === 'resources' && running && (
        <div className="mt-6">
          <Processes environment={environment} nowEpoch={nowEpoch} {...running} />
        </div>
      )}
      {tab === 'deployments' && history && (
        <Deployments environment={environment} nowEpoch={nowEpoch} {...history} />
      )}
      {tab === 'usage' && usage && <Usage {...usage} />}
      {tab === 'cost' && cost && <Cost {...cost} />}
      {tab === 'settings' && <Settings environment={environment} isAdmin={isAdmin} nowEpoch={nowEpoch} />}
      {tab === 'logs' && log && (
        <Log
          environmentId={id}
          log={log}
          keepsForms={isRenaming}
          empty="What SDO builds for this environment, and every deployment, is logged here."
        />
      )}
      {tab === 'why' && fleetChanges && (
        <FleetChanges changes={fleetChanges} nowEpoch={nowEpoch} logsPage={environmentLogsPage(id, name)} />
      )}
    </>
  )
}
