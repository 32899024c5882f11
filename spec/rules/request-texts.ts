import { parse } from 'node:path';
import type { Location } from '@redocly/openapi-core';
import { requestSchemas } from './reachable-schemas.ts';
import type { Rule, Schema } from './rule.ts';
import { typesOf } from './schema-types.ts';

/** Formats whose values are ASCII and visible. */
const strictFormats = ['date', 'date-time', 'email', 'uri', 'plain-text'];

/**
 * Fields, parameters, and schemas whose values the service only compares and shows to nobody, or returns byte for byte.
// RFC 6749 and related RFCs define these values.
 */
const opaque = [
  ...['AuthorizationCode', 'ClientIdentifier', 'ClientSecret', 'CodeVerifier', 'OAuthState'],
  ...['client_id', 'client_secret', 'code', 'code_verifier', 'code_challenge', 'state'],
  ...['password', 'redirect_uri', 'request_uri', 'refresh_token', 'token', 'token_type_hint'],
  ...['grant_type', 'response_type', 'scope', 'code_challenge_method'],
];

/** One of each kind: a control character of C0 and of C1, an override, a separator of lines, a filler, a tag. */
const deceptive = ['\u001b', '\u009b', '\u202e', '\u2028', '\u3164', '\u{e0041}'];

/** A text of a request refuses characters that make it look like another one, by its format or by its pattern. */
export const requestTexts: Rule = () =>
  requestSchemas(({ node, location }, context, parameter = '') => {
    if (!typesOf(node).includes('string') || isSafe(node)) return;
    if (opaque.includes(nameOf(location)) || opaque.includes(parameter)) return;
    context.report({
      message:
        'A text of a request must refuse deceptive characters: add `format: plain-text`, or a `pattern` that allows none.',
      location: location.child('type').key(),
    });
  });

/** The name of a field, or of a schema that has a file of its own. */
function nameOf({ pointer, source }: Location): string {
  return pointer.split('/').at(-1) || parse(source.absoluteRef).name;
}

function isSafe({ format, pattern, enum: values, const: constant, ...schema }: Schema): boolean {
  if (values !== undefined || constant !== undefined) return true;
  if (format !== undefined && strictFormats.includes(format)) return true;
  if (pattern === undefined) return false;
  const allowed = new RegExp(pattern, 'u');
  const [example = ''] = (schema.examples ?? []).filter((one) => typeof one === 'string');
  // In a valid value, a deceptive character is refused at every position.
  return deceptive.every((character) =>
    [...example].every((_, index) => {
      const characters = [...example];
      characters[index] = character;
      return !allowed.test(characters.join(''));
    }),
  );
}
