export {
  WebhookVerificationError,
  type WebhookVerificationErrorCode,
} from '../core/errors/webhook-verification-error.ts';
export { type SignedWebhook, type SignWebhookOptions, signWebhook } from './sign-webhook.ts';
export type { WebhookSecrets } from './signature.ts';
export {
  type ReceivedWebhook,
  type VerifiedWebhook,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookRequest,
} from './verify-webhook.ts';
export type {
  KnownWebhookEvent,
  UnknownWebhookEvent,
  UnknownWebhookEventType,
  WebhookEvent,
} from './webhook-event.ts';
export type { WebhookHeaders } from './webhook-headers.ts';
