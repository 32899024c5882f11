import type { ErrorCode, PartnerRatingError } from '@partner-rating/client';
import type { Caller } from './tool.ts';

const fixArguments =
  'Fix the arguments at the pointers above and call again. Do not repeat them as they are.';
const later = 'Wait a little and call again. If it stays, give the user the request id.';

const wrongAddress =
  'What answered is not the API of the service. Ask the user to check SERVICE_ENV and SERVICE_URL_… of this server: the address ends in /api/v1.';

const steps: Partial<Record<ErrorCode, string>> = {
  validation_failed: fixArguments,
  batch_rejected: `Nothing was stored. ${fixArguments}`,
  prediction_rejected: fixArguments,
  body_too_large: 'Send fewer matches in one call.',
  application_suspended:
    'Stop. The operator of the service has to lift the suspension; say so to the user.',
  not_found:
    'Check the identifier: find players with find_players and matches with list_submitted_matches. Players who do not want to be found do not exist for you.',
  not_connected:
    'Only the player can change this: they have to connect to the application and grant what is needed. Use get_player for the public card.',
  match_conflict:
    'That identifier has another match already. Choose a new identifier for a new match; to correct the stored one call replace_match.',
  match_voided: 'The match was taken back before. Submit the right one with submit_matches.',
  idempotency_in_progress: 'The first call still runs. Wait a few seconds and repeat it unchanged.',
  timeout: 'The service did not answer in time. Call again; a repeat is safe.',
  connection_failed:
    'The service cannot be reached. Ask the user to check SERVICE_ENV and SERVICE_URL_… of this server, and the network.',
  unexpected_answer: wrongAddress,
  unknown_address: wrongAddress,
};

const ofCallers: Record<Caller, Partial<Record<ErrorCode, string>>> = {
  application: {
    unauthenticated:
      'The API key is not valid. Ask the user to set SERVICE_API_KEY of this server to one that is.',
    insufficient_scope:
      'The API key, or what the player granted, does not allow this. Say to the user which scope is missing.',
  },
  player: {
    unauthenticated:
      'The access token has expired or was revoked. Ask the user to set SERVICE_ACCESS_TOKEN of this server to a new one.',
    insufficient_scope:
      'The player has not granted this. Say to the user which scope is missing, to be granted by connecting once more.',
  },
};

/** What an agent does about an error. */
export function nextStep({ code, retryAfter }: PartnerRatingError, caller: Caller): string {
  if (code === 'rate_limited') {
    return `Too many requests. Wait ${retryAfter ?? 60} seconds before the next call, and ask for more in each.`;
  }
  return ofCallers[caller][code] ?? steps[code] ?? later;
}
