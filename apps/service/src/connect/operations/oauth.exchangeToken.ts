import { type Handler, OAuthError, type OperationRequest } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { admitClient } from '../authenticate-client.ts';
import {
  formTokenResponse,
  type GrantedTokens,
  jsonTokenResponse,
  tokenHeaders,
} from '../domain/grants.ts';
import { redeemCode } from '../issue-tokens.ts';
import { refreshTokens } from '../refresh-tokens.ts';

export function exchangeToken(
  dependencies: Dependencies,
  limits: Limits,
): Handler<'oauth.exchangeToken', Caller, FastifyRequest> {
  return async (request, { principal, raw }) => {
    const { applicationId } = await admitClient(dependencies, limits, {
      principal,
      raw,
      body: request.body,
    });
    return {
      status: 200,
      headers: tokenHeaders,
      body:
        request.contentType === 'application/json'
          ? jsonTokenResponse(await exchangeJson(dependencies, applicationId, request.body))
          : formTokenResponse(await exchangeForm(dependencies, applicationId, request.body)),
    };
  };
}

type Request = OperationRequest<'oauth.exchangeToken'>;

type JsonBody = Extract<Request, { contentType: 'application/json' }>['body'];

type FormBody = Exclude<Request, { contentType: 'application/json' }>['body'];

async function exchangeJson(
  dependencies: Dependencies,
  applicationId: string,
  body: JsonBody,
): Promise<GrantedTokens> {
  const { grant_type: grantType = 'authorization_code', code, redirect_uri: redirectUri } = body;
  if (grantType !== 'authorization_code') {
    throw new OAuthError('unsupported_grant_type', {
      description:
        'With JSON, the only grant_type is authorization_code. ' +
        'To refresh with JSON, use the refresh operation.',
    });
  }
  const codeVerifier = body.code_verifier;
  return await redeemCode(dependencies, { applicationId, code, redirectUri, codeVerifier });
}

async function exchangeForm(
  dependencies: Dependencies,
  applicationId: string,
  form: FormBody,
): Promise<GrantedTokens> {
  switch (form.grant_type) {
    case 'authorization_code':
      return await redeemCode(dependencies, {
        applicationId,
        code: needed('code', form.code),
        redirectUri: needed('redirect_uri', form.redirect_uri),
        codeVerifier: form.code_verifier,
      });
    case 'refresh_token':
      return await refreshTokens(dependencies, {
        applicationId,
        refreshToken: needed('refresh_token', form.refresh_token),
        scope: form.scope,
      });
    default:
      throw new OAuthError('unsupported_grant_type', {
        description: 'The grant_type must be authorization_code or refresh_token.',
      });
  }
}

function needed(name: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new OAuthError('invalid_request', {
    description: `The parameter ${name} is missing. This grant_type needs it.`,
  });
}
