import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import type { RateLimit } from '../http/rate-limits.ts';
import { admitClient } from './admit-client.ts';
import { jsonTokenResponse, tokenHeaders } from './domain/token-response.ts';
import { refreshTokens } from './refresh-tokens.ts';

export function refresh(
  dependencies: Dependencies,
  limit: RateLimit,
): Handler<'oauth.refresh', Caller> {
  return async ({ body }, { principal, raw }) => {
    const { applicationId } = await admitClient(dependencies, limit, {
      principal,
      raw,
      body: body,
    });
    const tokens = await refreshTokens(dependencies, {
      applicationId,
      refreshToken: body.refresh_token,
      scope: undefined,
    });
    return { status: 200, headers: tokenHeaders, body: jsonTokenResponse(tokens) };
  };
}
