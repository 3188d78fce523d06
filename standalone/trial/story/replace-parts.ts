import { instanceLines } from '../../../core/environment-log/instance-lines'
import { until, type Step } from '../run/step'
import { requireEnvironment, resourcesOf, timesOf, untilReady } from './look'
import { recordBoot, urlOf } from './run-application'
import { watchAnswers } from './watch-answers'

/** AWS takes the instance back, and another one serves before it goes. */
export const interruption: Step = {
  name: 'interruption',
  makes:
    'an experiment of the Fault Injection Service with its role; another instance beside the one that goes',
  async run(trial) {
    const { account, clock, findings, signal } = trial
    const [first] = (await resourcesOf(trial)).instances
    if (!first?.instanceId) throw new Error('There is no instance to take back.')
    const { instanceId, market } = first
    if (market !== 'spot') {
      findings.expect(false, 'AWS had a Spot instance.', 'AWS had no Spot instance, so none was taken back.')
      return
    }
    const watch = watchAnswers(trial, await urlOf(trial))
    const askedEpoch = clock.now()
    try {
      findings.expect(true, await account.takeBack(instanceId, signal))
      await findings.measure('replaceInterrupted', () =>
        until(trial, 'another instance serves in its place', async () => {
          const { instances } = await resourcesOf(trial)
          return instances.length > 0 && instances.every((one) => one.instanceId !== instanceId)
        }),
      )
    } finally {
      await watch.end(findings, 'while AWS took the instance back')
    }
    await recordBoot(trial, askedEpoch)
    await untilReady(trial)
  },
  undo: ({ account }) => account.removeTakeBack(),
}

/** The agent gives way to another release, under the container that runs. */
export const patch: Step = {
  name: 'patch',
  async run(trial) {
    const { account, product, clock, findings, signal } = trial
    await requireEnvironment(trial)
    const sinceEpoch = clock.now()
    const watch = watchAnswers(trial, await urlOf(trial))
    try {
      const { next } = await account.publishAgents(signal)
      await product.useAgents(next)
      await findings.measure('replaceAgent', () =>
        until(
          trial,
          'the agent gave way to the next release',
          async () => (await timesOf(trial, instanceLines.agentGaveWay.code, sinceEpoch)).length > 0,
        ),
      )
    } finally {
      await watch.end(findings, 'while the agent was replaced')
    }
    await untilReady(trial)
  },
}
