import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { admitClient } from '../authenticate-client.ts';
import { jsonTokenResponse, tokenHeaders } from '../domain/grants.ts';
import { refreshTokens } from '../refresh-tokens.ts';

export function refresh(
  dependencies: Dependencies,
  limits: Limits,
): Handler<'oauth.refresh', Caller, FastifyRequest> {
  return async ({ body }, { principal, raw }) => {
    const { applicationId } = await admitClient(dependencies, limits, { principal, raw, body });
    const tokens = await refreshTokens(dependencies, {
      applicationId,
      refreshToken: body.refresh_token,
      scope: undefined,
    });
    return { status: 200, headers: tokenHeaders, body: jsonTokenResponse(tokens) };
  };
}
