import { parse } from 'node:path';
import type { Location, Referenced } from '@redocly/openapi-core';
import { reachableSchemas } from './reachable-schemas.ts';
import { resolved } from './resolved.ts';
import type { Context, Rule, Schema } from './rule.ts';
import { typesOf } from './schema-types.ts';

/** Formats whose values are ASCII and visible. */
const strictFormats = ['date', 'date-time', 'email', 'uri', 'plain-text'];

/**
 * Fields, parameters and schemas whose values the service compares with what it knows and shows to nobody, or gives
 * back byte for byte. RFC 6749 and its companions say what they may be.
 */
const opaque = [
  ...['AuthorizationCode', 'ClientIdentifier', 'ClientSecret', 'CodeVerifier', 'OAuthState'],
  ...['client_id', 'client_secret', 'code', 'code_verifier', 'code_challenge', 'dpop_jkt', 'state'],
  ...['redirect_uri', 'request_uri', 'refresh_token', 'token', 'token_type_hint'],
  ...['grant_type', 'response_type', 'scope', 'code_challenge_method'],
];

/** One of each kind: a control character of C0 and of C1, an override, a separator of lines, a filler, a tag. */
const deceptive = ['\u001b', '\u009b', '\u202e', '\u2028', '\u3164', '\u{e0041}'];

/** A text of a request refuses characters that make it look like another one, by its format or by its pattern. */
export const requestTexts: Rule = () => {
  const seen = new Set<string>();

  function check(schema: Referenced<Schema>, name: string, at: Location, context: Context): void {
    for (const { node, location } of reachableSchemas(context, schema, at, seen)) {
      if (!typesOf(node).includes('string') || isSafe(node)) continue;
      if (opaque.includes(nameOf(location)) || (location === at && opaque.includes(name))) continue;
      context.report({
        message:
          'A text of a request must refuse deceptive characters: add `format: plain-text`, or a `pattern` that allows none.',
        location: location.child('type').key(),
      });
    }
  }

  return {
    Parameter(parameter, context) {
      if (parameter.schema === undefined) return;
      check(parameter.schema, parameter.name, context.location.child('schema'), context);
    },
    Paths: {
      Operation(operation, context) {
        if (operation.requestBody === undefined) return;
        const at = context.location.child('requestBody');
        const body = resolved(context, operation.requestBody, at);
        for (const [type, { schema }] of Object.entries(body?.node.content ?? {})) {
          if (schema === undefined || body === null) continue;
          check(schema, '', body.location.child(['content', type, 'schema']), context);
        }
      },
    },
  };
};

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
  // In a valid value, a deceptive character in place of another one is refused wherever it stands.
  return deceptive.every((character) =>
    [...example].every((_, index) => {
      const characters = [...example];
      characters[index] = character;
      return !allowed.test(characters.join(''));
    }),
  );
}
