// What an agent should do after each error.

import type { ErrorCode, PartnerRatingError } from '@partner-rating/client';
import type { Caller } from './tool.ts';

const fixArguments =
  'Fix the arguments at the pointers above, and call again. Do not repeat them unchanged.';
const later = 'Wait a little, and call again. If the error stays, give the user the request id.';

const wrongAddress =
  'The answer did not come from the service. Ask the user to check SERVICE_ENV and SERVICE_URL_… of this server: the address must end in /api/v1.';

const steps: Partial<Record<ErrorCode, string>> = {
  validation_failed: fixArguments,
  batch_rejected: `Nothing was stored. ${fixArguments}`,
  prediction_rejected: fixArguments,
  body_too_large: 'Send fewer matches in one call.',
  application_suspended:
    'Stop. The operator of the service must lift the suspension; say this to the user.',
  not_found:
    'Check the identifier: find players with find_players, and matches with list_submitted_matches. You cannot see players who opted out of discovery.',
  not_connected:
    'Only the player can change this: they must connect to the application and grant the scope. Use get_player for the public card.',
  match_conflict:
    'Another match already has this identifier. Choose a new identifier for a new match; to correct the stored match, call replace_match.',
  match_voided: 'The match was already voided. Submit the right match with submit_matches.',
  idempotency_in_progress:
    'The first call is still running. Wait a few seconds, and repeat it unchanged.',
  timeout: 'The service did not answer in time. Call again; a repeat is safe.',
  connection_failed:
    'The service cannot be reached. Ask the user to check SERVICE_ENV and SERVICE_URL_… of this server, and the network.',
  unexpected_answer: wrongAddress,
  unknown_address: wrongAddress,
};

const ofCallers: Record<Caller, Partial<Record<ErrorCode, string>>> = {
  application: {
    unauthenticated:
      'The API key is invalid. Ask the user to set SERVICE_API_KEY of this server to a valid key.',
    insufficient_scope:
      'The API key or the player lacks a scope. Name the missing scope to the user.',
  },
  player: {
    unauthenticated:
      'The access token has expired or was revoked. Ask the user to set SERVICE_ACCESS_TOKEN of this server to a new token.',
    insufficient_scope:
      'The player has not granted this. Name the missing scope to the user; the player can grant it by connecting again.',
  },
};

/** Returns what an agent should do after an error. */
export function nextStep({ code, retryAfter }: PartnerRatingError, caller: Caller): string {
  if (code === 'rate_limited') {
    const seconds = retryAfter ?? 60;
    const unit = seconds === 1 ? 'second' : 'seconds';
    return `Too many requests. Wait ${seconds} ${unit} before the next call, and request more in each call.`;
  }
  return ofCallers[caller][code] ?? steps[code] ?? later;
}
