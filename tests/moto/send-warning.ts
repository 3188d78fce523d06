import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { interruptionDetailType, interruptionSource } from '../../core/aws/interruption-events'
import { region } from '../../core/aws/region'
import { enterAccount } from './install-stack'

/** What AWS tells EventBridge two minutes before it takes a Spot instance back. */
export async function sendWarning(
  endpoint: string,
  accountNumber: string,
  instanceId: string,
  time = new Date(),
): Promise<void> {
  const credentials = await enterAccount(endpoint, accountNumber)
  const eventBridge = new EventBridgeClient({ region, endpoint, credentials })
  await eventBridge.send(
    new PutEventsCommand({
      Entries: [
        {
          Source: interruptionSource,
          DetailType: interruptionDetailType,
          Detail: JSON.stringify({ 'instance-id': instanceId, 'instance-action': 'terminate' }),
          Time: time,
        },
      ],
    }),
  )
  eventBridge.destroy()
}
