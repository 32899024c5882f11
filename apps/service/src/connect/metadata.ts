import type { FastifyPluginAsync } from 'fastify';
import {
  BASE_PATH,
  baseAddress,
  type Dependencies,
} from '../platform/configuration/dependencies.ts';
import { allScopes } from './domain/scopes.ts';

/**
 * Serves the metadata of the authorization server (RFC 8414). Not as `openid-configuration`: clients that look for
 * both names would treat the service as an OpenID provider and miss its keys.
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
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
    prompt_values_supported: ['consent', 'select_account'],
    service_documentation: `${dependencies.publicUrl}/docs`,
  };
  return serving('oauth-authorization-server', metadata);
}

const RESOURCE_NAME = 'oauth-protected-resource';

/** Returns the address of the protected resource's metadata. */
export function resourceMetadataAddress({ publicUrl }: Pick<Dependencies, 'publicUrl'>): string {
  return publicUrl + pathsOf(RESOURCE_NAME)[0];
}

/** Serves the metadata of the protected resource (RFC 9728), which accepts the players' tokens. */
export function protectedResourceMetadata(dependencies: Dependencies): FastifyPluginAsync {
  const resource = baseAddress(dependencies);
  return serving(RESOURCE_NAME, {
    resource,
    authorization_servers: [resource],
    scopes_supported: allScopes,
    bearer_methods_supported: ['header'],
    resource_name: dependencies.configuration.serviceName,
    resource_documentation: `${dependencies.publicUrl}/docs`,
  });
}

/**
 * Returns where clients look for the metadata of an issuer with a path: the well-known name before
 * the path (RFC 8414 §3.1), or after it, as OpenID Connect has it.
 */
function pathsOf(name: string): [before: string, after: string] {
  return [`/.well-known/${name}${BASE_PATH}`, `${BASE_PATH}/.well-known/${name}`];
}

function serving(name: string, metadata: object): FastifyPluginAsync {
  return async (app) => {
    for (const path of pathsOf(name)) {
      app.get(path, async (_request, reply) =>
        reply.header('cache-control', 'public, max-age=3600').send(metadata),
      );
    }
  };
}
