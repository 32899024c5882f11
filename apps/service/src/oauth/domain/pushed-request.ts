import { type JudgedParameters, judgeAuthorizationQuery } from './authorization-parameters.ts';
import type { AuthorizationQuery } from './authorization-query.ts';

/**
 * Judges a form as it would be judged at the authorization page, but that it may not refer to another
 * request (RFC 9126 §2.1). A proof that came with it binds the code to its key (RFC 9449 §10.1).
 */
export function judgePushedRequest(
  form: AuthorizationQuery['values'],
  provenKey: string | null,
): JudgedParameters {
  if (form.request_uri !== undefined) {
    return invalid(
      'A request_uri cannot be pushed. Send the parameters of the authorization themselves.',
    );
  }
  const dpopJkt = form.dpop_jkt ?? provenKey ?? undefined;
  if (provenKey !== null && dpopJkt !== provenKey) {
    return invalid(
      'The dpop_jkt names another key than that of the DPoP proof. Send one of them, or both of one key.',
    );
  }
  const values = { ...form, ...(dpopJkt !== undefined && { dpop_jkt: dpopJkt }) };
  const judged = judgeAuthorizationQuery({ values, repeated: [], malformed: [] });
  return 'error' in judged && !pushedErrors.has(judged.error)
    ? invalid(judged.description)
    : judged;
}

// RFC 9126 §2.3 has the errors of RFC 6749; the others are those of a redirect.
const pushedErrors = new Set(['invalid_request', 'unsupported_response_type', 'invalid_scope']);

function invalid(description: string): JudgedParameters {
  return { error: 'invalid_request', description };
}
