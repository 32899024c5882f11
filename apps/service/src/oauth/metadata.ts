import type { FastifyPluginAsync } from 'fastify';
import {
  BASE_PATH,
  baseAddress,
  type Dependencies,
} from '../platform/configuration/dependencies.ts';
import { dpopAlgorithms } from '../platform/dpop/proof.ts';
import { allScopes } from './domain/scopes.ts';

/**
 * The metadata of the authorization server (RFC 8414). The issuer has a path, which comes after
 * the well-known name (§3.1).
 */
export function authorizationServerMetadata(dependencies: Dependencies): FastifyPluginAsync {
  const issuer = baseAddress(dependencies);
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/partner/oauth/authorize`,
    pushed_authorization_request_endpoint: `${issuer}/partner/oauth/par`,
    require_pushed_authorization_requests: false,
    token_endpoint: `${issuer}/partner/oauth/token`,
    revocation_endpoint: `${issuer}/partner/oauth/revoke`,
    scopes_supported: allScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    dpop_signing_alg_values_supported: dpopAlgorithms,
    service_documentation: `${dependencies.publicUrl}/docs`,
  };
  return serving(`/.well-known/oauth-authorization-server${BASE_PATH}`, metadata);
}

const RESOURCE_PATH = `/.well-known/oauth-protected-resource${BASE_PATH}`;

/** Where the metadata of the protected resource are. */
export function resourceMetadataAddress({ publicUrl }: Pick<Dependencies, 'publicUrl'>): string {
  return `${publicUrl}${RESOURCE_PATH}`;
}

/** The metadata of the protected resource (RFC 9728): who has a token of a player brings it here. */
export function protectedResourceMetadata(dependencies: Dependencies): FastifyPluginAsync {
  const resource = baseAddress(dependencies);
  return serving(RESOURCE_PATH, {
    resource,
    authorization_servers: [resource],
    scopes_supported: allScopes,
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: dpopAlgorithms,
    dpop_bound_access_tokens_required: false,
    resource_name: 'Partner Rating Service',
    resource_documentation: `${dependencies.publicUrl}/docs`,
  });
}

function serving(path: string, metadata: object): FastifyPluginAsync {
  return async (app) => {
    app.get(path, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send(metadata),
    );
  };
}
