import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../schema/operation-table.ts';
import { operationWith, readWith } from '../testing/made-up-operation.ts';
import { bodyReader } from './body.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[^\\u0000\\uD800-\\uDFFF]+$' },
    games: {
      type: 'array',
      items: { type: 'object', required: ['score'], additionalProperties: { type: 'integer' } },
    },
  },
  additionalProperties: { type: 'string' },
};
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

type Reader = ReturnType<typeof bodyReader>;

function readerOf(
  content: Record<string, JsonSchema> = { 'application/json': schema },
  { required = true, ...parts } = {},
): Reader {
  return bodyReader(operationWith({ body: { required, content }, ...parts }));
}

function send(sent: string, headers: Record<string, string> = json, reader = readerOf()) {
  return readWith(reader, { headers, body: Buffer.from(sent, 'latin1') });
}

describe('a JSON body', () => {
  test('is not coerced', () => {
    const { values, errors } = send('{"name":"a","games":[{"score":1}],"more":"1"}');
    expect(values).toEqual({
      contentType: 'application/json',
      body: { name: 'a', games: [{ score: 1 }], more: '1' },
    });
    expect(errors).toEqual([]);
  });

  testRows([
    ['{"name":"","games":[{},1]}', ['/name minLength', '/games/0/score required', '/games/1 type']],
    ['{"name":1,"games":"[]"}', ['/name type', '/games type']],
    ['{"name":"\\u0000"}', ['/name pattern']],
    ['{"name":"\\ud83c"}', ['/name pattern']],
    ['{"a\\u0000":1}', ['/a\0 propertyNames']],
    ['[]', [' type']],
    ['{"__proto__":"a"}', ['/__proto__ propertyNames']],
    ['{"\\u005f_proto__":"a"}', ['/__proto__ propertyNames']],
  ])('400 validation_failed: all errors, each with its pointer', (sent, errors) => {
    expect(send(sent).errors).toEqual(errors);
  });

  testRows(['{', '{"sport":}', "{'sport':1}", 'NaN', '{} {}', ' ', '"a\u0000b"', '"\xff"'])(
    '400 malformed_json: the body is not JSON in UTF-8',
    (sent) => {
      expect(() => send(sent)).toThrow(expect.objectContaining({ code: 'malformed_json' }));
    },
  );

  test('may have any name in a map except __proto__, at any depth', () => {
    const map = { type: 'object', additionalProperties: { type: 'string' } };
    const ofMaps = readerOf({ 'application/json': { type: 'array', items: map } });
    expect(send('[{"a":"b","proto":"c"}]', json, ofMaps).errors).toEqual([]);
    expect(send('[{"__proto__":"a"}]', json, ofMaps).errors).toEqual([
      '/0/__proto__ propertyNames',
    ]);
    const ofNamed = readerOf({ 'application/json': { ...map, propertyNames: { pattern: '^_' } } });
    expect(send('{"a":"b"}', json, ofNamed).errors).toEqual(['/a propertyNames']);
    expect(send('{"__proto__":"b"}', json, ofNamed).errors).toEqual(['/__proto__ propertyNames']);
  });

  test('has texts with the length of the schema', () => {
    const name = { ...schema.properties.name, minLength: 2 };
    const reader = readerOf({ 'application/json': { type: 'object', properties: { name } } });
    expect(send('{"name":"a"}', json, reader).errors).toEqual(['/name minLength']);
    expect(send('{"name":"ab"}', json, reader).errors).toEqual([]);
  });

  test('may start with a byte order mark', () => {
    const { values, errors } = send('\xef\xbb\xbf{"name":"a"}');
    expect([values.body, errors]).toEqual([{ name: 'a' }, []]);
  });

  test('is nested at most 32 levels deep, even with other errors or escapes', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const open = readerOf({ 'application/json': { type: 'object' } });
    expect(send(`{"a":${nested(31)}}`, json, open).errors).toEqual([]);
    for (const levels of [32, 1000, 200_000]) {
      const sent = `{"a":${nested(levels)}}`;
      expect(() => send(sent, json, open)).toThrow('nested more than 32 levels');
    }
    expect(() => send(`{"name":${nested(32)}}`)).toThrow('nested more than 32 levels');
    expect(() => send(`{"\\u0041":${nested(32)}}`)).toThrow('nested more than 32 levels');
  });

  test('may repeat a name except in an OAuth operation, and the last value counts', () => {
    const repeated = '{"name":"a","name":"b"}';
    expect(send(repeated)).toMatchObject({ values: { body: { name: 'b' } }, errors: [] });
    expect(send('{"name":"a","name":1}').errors).toEqual(['/name type']);
    const ofOAuth = readerOf(undefined, { errorFormat: 'oauth' } as object);
    expect(send(repeated, json, ofOAuth).all).toEqual([
      {
        ...{ pointer: '/name', code: 'propertyNames' },
        detail: 'This name is repeated. Send it once.',
      },
    ]);
  });
});

describe('a missing body', () => {
  const nothing = { contentType: undefined, body: undefined };

  test('is an error only if the operation requires one', () => {
    const both = { 'application/json': schema, 'application/x-www-form-urlencoded': schema };
    expect(send('', json, readerOf(both)).all).toEqual([
      {
        ...{ pointer: '', code: 'required' },
        detail:
          'The body is missing. Send one as application/json or application/x-www-form-urlencoded.',
      },
    ]);
    expect(readWith(readerOf(), {}).errors).toEqual([' required']);
    const optional = readerOf(both, { required: false });
    for (const read of [readWith(optional, {}), send('', json, optional)]) {
      expect(read).toMatchObject({ values: nothing, errors: [] });
    }
  });

  test('is fine for an operation without a body, even if one is sent', () => {
    const read = send('{', { 'content-type': 'text/plain' }, bodyReader(operationWith({})));
    expect(read).toMatchObject({ values: nothing, errors: [] });
  });
});

describe('the type of a body', () => {
  testRows([
    [{ 'content-type': 'application/json; charset=utf-8' }],
    [{ 'content-type': 'Application/JSON ; charset=UTF8' }],
    [{ 'content-type': 'application/json ;charset="us-ascii"' }],
    [{ ...json, 'content-encoding': 'Identity' }],
  ])('may be in any case, with the charset UTF-8, uncompressed', (headers) => {
    expect(send('{}', headers).values.contentType).toBe('application/json');
  });

  testRows<[Record<string, string>]>([
    [{}],
    [{ 'content-type': 'nonsense' }],
    [{ 'content-type': 'text/plain' }],
    [form],
    [{ 'content-type': 'application/jsonp' }],
    [{ 'content-type': 'application/json-patch+json' }],
    [{ 'content-type': 'application/json; charset=latin1' }],
    [{ 'content-type': 'application/json; charset=utf-16' }],
    [{ 'content-type': 'application/json; charset=xutf-8' }],
    [{ 'content-type': 'application/json; charset=utf-80' }],
    [{ ...json, 'content-encoding': 'br' }],
  ])('415 unsupported_media_type: another type, charset, or encoding', (headers) => {
    expect(() => send('{}', headers)).toThrow(
      expect.objectContaining({
        code: 'unsupported_media_type',
        detail:
          'Send the body as application/json, in UTF-8 and uncompressed, and name it in Content-Type.',
      }),
    );
  });
});

describe('a form', () => {
  const reader = readerOf({
    'application/json': schema,
    'application/x-www-form-urlencoded': schema,
  });

  test('has a string for each field with a value (RFC 6749 §3.2)', () => {
    const { values, errors } = send('name=a+b%20c&empty=&none&__proto__x=1', form, reader);
    expect(values.contentType).toBe('application/x-www-form-urlencoded');
    expect({ ...(values.body as object) }).toEqual({ name: 'a b c', __proto__x: '1' });
    expect(errors).toEqual([]);
  });

  testRows([
    ['name=a&name=b', '/name type'],
    ['name=&name=a', '/name type'],
    ['name=%ZZ', '/name format'],
    ['name=a%00', '/name pattern'],
    ['a%00=1', '/a%00 pattern'],
    ['__proto__=b', '/__proto__ propertyNames'],
  ])('400: a field is repeated or broken', (sent, error) => {
    expect(send(sent, form, reader).errors).toEqual([error]);
  });

  test('has no prototype that a field could change', () => {
    expect(Object.getPrototypeOf(send('__proto__=b', form, reader).values.body)).toBeNull();
  });
});
