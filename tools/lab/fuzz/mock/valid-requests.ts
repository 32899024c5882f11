import { contract } from '@partner-rating/spec/contract';
import {
  componentName,
  type Operation,
  type Parameter,
  type Schema,
} from '@partner-rating/spec/document';
import type { ValidRequest } from '../requests.ts';
import { isValid } from '../validation.ts';
import type { Known } from '../values.ts';

/** A request that is valid by the schemas, and which part of the document it covers. */
export interface NamedRequest {
  what: string;
  request: ValidRequest;
}

// Parameters that need another parameter. Requests without it are refused, and are tested too.
const companions: { readonly [name: string]: { readonly [companion: string]: unknown } } = {
  'oauth.showAuthorization scope': { response_type: 'code' },
  'oauth.showAuthorization state': { response_type: 'code' },
  'oauth.showAuthorization redirect_uri': { response_type: 'code' },
  'oauth.showAuthorization code_challenge': {
    response_type: 'code',
    code_challenge_method: 'S256',
  },
  'members.search bracket': { sport: 'pickleball' },
  'members.search minRating': { sport: 'pickleball' },
  'members.search maxRating': { sport: 'pickleball' },
  'members.search sort': { sport: 'pickleball' },
  'leaderboard.list country': { scope: 'country' },
  'leaderboard.list state': { scope: 'state', country: 'US' },
  'leaderboard.list city': { scope: 'city', country: 'US' },
};
const alwaysNeeded: typeof companions = {
  'oauth.showAuthorization': { redirect_uri: undefined },
  'members.get': { memberId: undefined },
  'members.listRatingHistory': { memberId: undefined },
  'members.listMatches': { memberId: undefined },
};

/**
 * Returns requests of an operation: only required values, each optional parameter with and without
 * the parameters it needs, and each example of a body. Existing people and things replace those of
 * the document's examples.
 */
export function validRequests(operation: Operation, known: Known): NamedRequest[] {
  const { id, parameters, body } = operation;
  const withKnown = placing(known);
  const valued = (parameter: Parameter): ValidRequest['parameters'][number] => [
    parameter,
    withKnown(parameter.schema, contract.firstExample(parameter.schema), parameter.name),
  ];
  const needed = (name: string) => {
    const beside = { ...alwaysNeeded[id], ...companions[`${id} ${name}`] };
    return parameters
      .filter((parameter) => parameter.name in beside && parameter.name !== name)
      .map((parameter): ValidRequest['parameters'][number] => {
        const value = beside[parameter.name];
        return value === undefined ? valued(parameter) : [parameter, [value].flat()];
      });
  };
  const required = () => parameters.filter((parameter) => parameter.required).map(valued);
  const optional = parameters.filter((parameter) => !parameter.required);
  const bodies = Object.entries(body?.content ?? {}).flatMap(
    ([contentType, { schema, examples }]) =>
      examples.map(({ name, value }) => ({
        what: `${name} as ${contentType}`,
        sent: () => ({ contentType, body: withKnown(schema, value) }),
      })),
  );
  const none = { what: 'what it requires', sent: () => ({ contentType: null, body: undefined }) };
  const [first, ...others] = bodies.length > 0 ? bodies : [none];
  const named = (
    what: string,
    more: ValidRequest['parameters'],
    sent = first?.sent,
  ): NamedRequest => ({
    what,
    request: { parameters: [...required(), ...more], ...(sent ?? none.sent)() },
  });
  return [
    named(first?.what ?? '', []),
    ...(id in alwaysNeeded ? [named('what it needs', needed(''))] : []),
    ...others.map(({ what, sent }) => named(what, [], sent)),
    ...optional.flatMap((parameter) => {
      const beside = needed(parameter.name);
      const alone = named(`${parameter.name} alone`, [valued(parameter)]);
      const together = named(parameter.name, [...beside, valued(parameter)]);
      return beside.length > 0 ? [alone, together] : [together];
    }),
  ];
}

/** Puts existing values into a value, the next one each time. */
function placing(known: Known) {
  const used = new Map<string, number>();
  return function withKnown(reference: Schema, value: unknown, name = ''): unknown {
    const key = [componentName(reference) ?? '', name].find((one) => known[one] !== undefined);
    const fits = known[key ?? '']?.filter((one) => isValid(reference, one)) ?? [];
    if (key !== undefined && fits.length > 0) {
      const index = used.get(key) ?? 0;
      used.set(key, index + 1);
      return fits[index % fits.length];
    }
    const { items, properties } = contract.resolve(reference);
    if (Array.isArray(value)) return value.map((item) => withKnown(items ?? {}, item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, item]) => [
        field,
        withKnown(properties?.[field] ?? {}, item, field),
      ]),
    );
  };
}
