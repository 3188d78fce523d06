import type { Action } from '@aws-sdk/client-elastic-load-balancing-v2'
import { httpsPort, type Listener, type ListenerSettings } from '../cloud'

const unknownHost = { StatusCode: '404', ContentType: 'text/plain', MessageBody: 'Nothing has this name.\n' }

/** What a listener or a rule is to do, as Elastic Load Balancing takes it. */
export function toActions({
  action,
  targetGroupId,
}: Pick<ListenerSettings, 'action' | 'targetGroupId'>): Action[] {
  switch (action) {
    case 'forward':
      return [{ Type: 'forward', TargetGroupArn: targetGroupId }]
    case 'redirect':
      return [
        {
          Type: 'redirect',
          RedirectConfig: { Protocol: 'HTTPS', Port: String(httpsPort), StatusCode: 'HTTP_301' },
        },
      ]
    case 'not-found':
      return [{ Type: 'fixed-response', FixedResponseConfig: unknownHost }]
  }
}

/** What it does; `other` is nothing that we ever ask for. */
export function fromActions(actions: Action[]): Pick<Listener, 'action' | 'targetGroupId'> {
  const [action] = actions
  if (actions.length !== 1 || !action) return { action: 'other' }
  const { Type, TargetGroupArn, RedirectConfig, FixedResponseConfig } = action
  if (Type === 'forward' && TargetGroupArn) return { action: 'forward', targetGroupId: TargetGroupArn }
  const { Protocol, Port, StatusCode } = RedirectConfig ?? {}
  if (Protocol === 'HTTPS' && Port === String(httpsPort) && StatusCode === 'HTTP_301')
    return { action: 'redirect' }
  return { action: FixedResponseConfig?.StatusCode === unknownHost.StatusCode ? 'not-found' : 'other' }
}
