import { redirect } from '@remix-run/node'
import type { SubmittedPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { messages } from '../../messages/messages'

type Write = (page: SubmittedPage<'member'>, id: string) => Promise<unknown>

const saved = (write: Write, told: string) => async (page: SubmittedPage<'member'>) => {
  const { query, context, request } = page
  await withServerProblem(context, messages.previousCommandFailed, () => write(page, query('id')))
  context.setFlash(told)
  return redirect(request.url)
}

/** What the forms about the sleep of an environment do. */
export const sleepActions = {
  sleep: saved(
    ({ services, actor }, id) => services.environments.putEnvironmentToSleep(actor, id),
    'The environment is falling asleep.',
  ),
  wake: saved(
    ({ services, actor }, id) => services.environments.wakeEnvironment(actor, id),
    'The environment is waking up.',
  ),
  setSleepSchedule: saved(
    ({ services, actor, form }, id) =>
      services.environments.setSleepSchedule(actor, {
        id,
        schedule: {
          timeZone: form.text('timeZone'),
          sleep: form.text('sleep'),
          wake: form.text('wake'),
        },
      }),
    'The sleep schedule was saved.',
  ),
  removeSleepSchedule: saved(
    ({ services, actor }, id) => services.environments.setSleepSchedule(actor, { id, schedule: null }),
    'The sleep schedule was removed.',
  ),
}
