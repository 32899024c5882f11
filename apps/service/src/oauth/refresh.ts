import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import type { RateLimit } from '../http/rate-limits.ts';
import { countRequest } from '../http/request-limits.ts';
import { authenticateClient } from './authenticate-client.ts';
import { jsonTokenResponse, tokenHeaders } from './domain/token-response.ts';
import { refreshTokens } from './refresh-tokens.ts';

export function refresh(
  dependencies: Dependencies,
  limit: RateLimit,
): Handler<'oauth.refresh', Caller> {
  return async ({ body }, { principal, raw }) => {
    const { applicationId } = await authenticateClient(dependencies, principal, body);
    await countRequest(raw, limit, applicationId);
    const tokens = await refreshTokens(dependencies, {
      applicationId,
      refreshToken: body.refresh_token,
      scope: undefined,
    });
    return { status: 200, headers: tokenHeaders, body: jsonTokenResponse(tokens) };
  };
}
