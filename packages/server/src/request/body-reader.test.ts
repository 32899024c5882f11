import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { operationWith, readWith } from '../testing/made-up-operation.ts';
import { bodyReader } from './body.ts';

describe('a body', () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string', pattern: '^[^\\u0000\\uD800-\\uDFFF]+$' } },
  };
  const json = { 'content-type': 'application/json' };
  const withBody = (required: boolean, mediaTypes = ['application/json'], parts: object = {}) =>
    bodyReader(
      operationWith({
        body: { required, content: Object.fromEntries(mediaTypes.map((type) => [type, schema])) },
        ...parts,
      }),
    );
  const send = (
    reader: ReturnType<typeof bodyReader>,
    sent: string,
    headers: Record<string, string> = json,
  ) => readWith(reader, { headers, body: Buffer.from(sent, 'latin1') });

  test('of an operation that takes none is ignored', () => {
    const reader = bodyReader(operationWith({}));
    expect(send(reader, '{')).toMatchObject({
      values: { contentType: undefined, body: undefined },
      faults: [],
    });
  });

  test('is missing where it is required, and may be where it is not', () => {
    const both = ['application/json', 'application/x-www-form-urlencoded'];
    expect(send(withBody(true, both), '').all).toEqual([
      {
        ...{ pointer: '', code: 'required' },
        detail:
          'The body is missing. Send one as application/json or application/x-www-form-urlencoded.',
      },
    ]);
    expect(readWith(withBody(true), {}).faults).toEqual([' required']);
    expect(readWith(withBody(false), {}).faults).toEqual([]);
    expect(send(withBody(false), '').values).toEqual({ contentType: undefined, body: undefined });
  });

  test('is checked by its schema', () => {
    const reader = withBody(true);
    expect(send(reader, '{"name":"a"}').values).toEqual({
      ...{ contentType: 'application/json', body: { name: 'a' } },
    });
    expect(send(reader, '{"name":""}').faults).toEqual(['/name minLength']);
    expect(send(reader, '{"name":1}').faults).toEqual(['/name type']);
    expect(send(reader, '[]').faults).toEqual([' type']);
    expect(send(reader, '{"__proto__":1}').faults).toEqual(['/__proto__ propertyNames']);
  });

  test('of a map takes any name but __proto__, however deep it may be nested', () => {
    const map = { type: 'object', additionalProperties: { type: 'string' } };
    const content = { 'application/json': { type: 'array', items: map } };
    const reader = bodyReader(operationWith({ body: { required: true, content } }));
    expect(send(reader, '[{"a":"b","proto":"c"}]').faults).toEqual([]);
    expect(send(reader, '[{"__proto__":"a"}]').faults).toEqual(['/0/__proto__ propertyNames']);
    const named = { ...map, propertyNames: { pattern: '^_' } };
    const ofNamed = bodyReader(
      operationWith({ body: { required: true, content: { 'application/json': named } } }),
    );
    expect(send(ofNamed, '{"a":"b"}').faults).toEqual(['/a propertyNames']);
    expect(send(ofNamed, '{"__proto__":"b"}').faults).toEqual(['/__proto__ propertyNames']);
  });

  test('has texts as long as the schema asks', () => {
    const name = { type: 'string', minLength: 2, pattern: '^[^\\u0000\\uD800-\\uDFFF]+$' };
    const content = { 'application/json': { type: 'object', properties: { name } } };
    const reader = bodyReader(operationWith({ body: { required: true, content } }));
    expect(send(reader, '{"name":"a"}').faults).toEqual(['/name minLength']);
    expect(send(reader, '{"name":"ab"}').faults).toEqual([]);
  });

  testRows([
    'application/json;charset=utf-8',
    'Application/JSON ; charset=UTF8',
    'application/json; charset="us-ascii"',
  ])('may name its type in any case and with the charset UTF-8', (type) => {
    const { values } = send(withBody(true), '{}', { 'content-type': type });
    expect(values.contentType).toBe('application/json');
  });

  testRows([
    [{}],
    [{ 'content-type': 'application/json; charset=latin1' }],
    [{ 'content-type': 'application/json; charset=xutf-8' }],
    [{ 'content-type': 'application/json; charset=utf-80' }],
    [{ 'content-type': 'application/jsonp' }],
    [{ ...json, 'content-encoding': 'br' }],
  ])('of another type is not taken', (headers) => {
    expect(() => send(withBody(true), '{}', headers)).toThrow(
      expect.objectContaining({
        code: 'unsupported_media_type',
        detail:
          'Send the body as application/json, in UTF-8 and uncompressed, and name it in Content-Type.',
      }),
    );
  });

  test('may say that it is not compressed', () => {
    const headers = { ...json, 'content-encoding': 'Identity' };
    expect(send(withBody(true), '{}', headers).faults).toEqual([]);
  });

  test('may begin with a byte order mark', () => {
    const { values, faults } = send(withBody(true), '\xef\xbb\xbf{"name":"a"}');
    expect([values.body, faults]).toEqual([{ name: 'a' }, []]);
  });

  test('is refused where it is not UTF-8', () => {
    expect(() => send(withBody(true), '{"name":"\xff"}')).toThrow(
      expect.objectContaining({
        code: 'malformed_json',
        detail: 'The body is not UTF-8. Encode it as UTF-8.',
      }),
    );
  });

  test('is refused where it is nested too deeply, and valid up to there', () => {
    const list = '['.repeat(31) + ']'.repeat(31);
    expect(send(withBody(true), `{"a":${list}}`).faults).toEqual([]);
    expect(() => send(withBody(true), `{"a":[[${list}]]}`)).toThrow('nested more than 32 levels');
  });

  test('repeats a name where that is no fault, and has the last value', () => {
    const repeated = '{"name":"a","name":"b"}';
    expect(send(withBody(true), repeated)).toMatchObject({
      values: { body: { name: 'b' } },
      faults: [],
    });
    const ofOAuth = withBody(true, undefined, { errorFormat: 'oauth' });
    expect(send(ofOAuth, repeated).all).toEqual([
      {
        ...{ pointer: '/name', code: 'propertyNames' },
        detail: 'This name is repeated. Send it once.',
      },
    ]);
  });

  test('of a form has a text for each field that has one', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const reader = withBody(true, ['application/x-www-form-urlencoded']);
    expect({ ...(send(reader, 'name=a+b&empty=', form).values.body as object) }).toEqual({
      name: 'a b',
    });
    expect(send(reader, 'name=a&name=b', form).faults).toEqual(['/name type']);
    expect(send(reader, 'name=%ZZ&a%00=1', form).faults).toEqual(['/name format', '/a%00 pattern']);
  });
});
