import { parameterTooLongDetail } from '../pipeline/no-route.ts';
import type { OAuthError } from '../reply/oauth-error.ts';
import type { ProblemError } from '../reply/problem-error.ts';
import { normalizeError, type ProblemArguments } from '../reply/thrown-error.ts';

const problemByFastifyCode: { readonly [code: string]: ProblemArguments } = {
  FST_ERR_BAD_URL: [
    'validation_failed',
    'The path of the address is not percent-encoded UTF-8. Encode it, for example é as %C3%A9.',
  ],
  FST_ERR_MAX_PARAM_LENGTH: ['validation_failed', parameterTooLongDetail, 414],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'validation_failed',
    'The length of the body differs from Content-Length. Send the whole body.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed_json'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed_json'],
  FST_ERR_HANDLER_TIMEOUT: ['unavailable'],
};

/** Returns any error of a Fastify application, including Fastify's own errors, as an error that can be sent. */
export function normalizeFastifyError(error: unknown): ProblemError | OAuthError {
  return normalizeError(error, problemByFastifyCode);
}
