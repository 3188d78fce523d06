import { bindServices, type Dependencies } from '../dependencies'
import { createWebhook } from './create-webhook'
import { deleteWebhook } from './delete-webhook'
import { editWebhook } from './edit-webhook'
import { getWebhook } from './get-webhook'
import { rotateWebhookSecret } from './rotate-webhook-secret'
import { sealWebhooks } from './seal-webhooks'
import { sendTestMessage } from './send-test-message'

export const webhookServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    createWebhook,
    deleteWebhook,
    editWebhook,
    getWebhook,
    rotateWebhookSecret,
    sealWebhooks,
    sendTestMessage,
  })
