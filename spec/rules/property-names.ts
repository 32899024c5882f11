import type { Context, Rule } from './rule.ts';

const camelCase = /^[a-z][a-zA-Z0-9]*$/;

/** Names that the RFCs of OAuth or the service's specification define. */
const fixedNames = new Set([
  'R',
  'access_token',
  'authorization_url',
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'error_description',
  'error_uri',
  'expires_in',
  'grant_type',
  'player_id',
  'redirect_uri',
  'refresh_token',
  'request_uri',
  'response_type',
  'token_type',
  'token_type_hint',
]);

export const propertyNames: Rule = () => ({
  SchemaProperties(properties, context) {
    for (const name of Object.keys(properties)) {
      check(name, context, context.location.child(name).key());
    }
  },
  Parameter(parameter, context) {
    if (parameter.in === 'header') return;
    check(parameter.name, context, context.location.child('name'));
  },
});

function check(name: string, { report }: Context, location: Context['location']): void {
  if (camelCase.test(name) || fixedNames.has(name)) return;
  report({
    message: `\`${name}\` is not in camelCase. Only names that an RFC of OAuth fixes are written otherwise.`,
    location,
  });
}
