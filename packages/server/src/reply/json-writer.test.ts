import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { type Handler, operations, RenderedJson, type Schemas } from '../index.ts';
import { testServer, withKey } from '../testing/test-server.ts';
import { jsonWriter } from './json-writer.ts';

const member: Schemas.Member = {
  id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
  memberId: 10482,
  firstName: 'Mike',
  lastName: 'Brennan',
  fullName: 'Mike Brennan',
  displayName: 'Mike B.',
  status: { isVairified: true, isWheelchair: false, isConnected: true, isGhost: false },
};

const writeMember = jsonWriter({ $ref: '#/components/schemas/Member' });

describe('an undeclared field is left out', () => {
  test('of the answer of a handler that spreads a row', async () => {
    const row = { ...member, passwordHash: '$argon2id$', status: { ...member.status, rowId: 7 } };
    const handler: Handler<'members.get'> = () => ({ status: 200, body: { ...row } });
    const app = await testServer({ 'members.get': handler }, { validateResponses: false });
    const url = '/api/v1/partner/member?memberId=10482';
    const response = await app.inject({ url, headers: withKey });
    expect(response.json()).toEqual(member);
    expect(row).toHaveProperty('passwordHash');
  });

  test('of the items of a list, and of the values of a map', () => {
    const write = jsonWriter({
      type: 'object',
      properties: {
        players: { type: 'array', items: { type: 'object', properties: { id: {} } } },
        bySport: {
          type: 'object',
          additionalProperties: { type: 'object', properties: { rating: {} } },
        },
      },
    });
    const body = {
      players: [{ id: 1 }, { id: 2, email: 'a@b.example' }],
      bySport: { padel: { rating: 4.2, seed: 1 } },
    };
    expect(JSON.parse(write(body))).toEqual({
      players: [{ id: 1 }, { id: 2 }],
      bySport: { padel: { rating: 4.2 } },
    });
  });

  test('of an object that a class serializes itself', () => {
    class Row {
      toJSON() {
        return { ...member, passwordHash: '$argon2id$' };
      }
    }
    expect(JSON.parse(writeMember(new Row()))).toEqual(member);
  });

  test('of what is one of several documented forms: a field that none of them has', () => {
    const forms = [
      { type: 'object', properties: { access_token: {} } },
      {
        type: 'object',
        properties: { token: {}, owner: { type: 'object', properties: { id: {} } } },
      },
      { type: 'null' },
    ];
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      const write = jsonWriter({ [keyword]: forms });
      const body = { access_token: 'a', owner: { id: 1, secret: 's' }, secret: 's' };
      expect(JSON.parse(write(body))).toEqual({ access_token: 'a', owner: { id: 1 } });
    }
  });
});

describe('is written as JSON.stringify writes it', () => {
  testRows(
    contract
      .operations()
      .flatMap(({ id, responses }) =>
        Object.entries(responses).flatMap(([status, { content }]) =>
          (content['application/json']?.examples ?? []).map(
            ({ name, value }) => [`${id} ${status} ${name}`, id, status, value] as const,
          ),
        ),
      ),
  )('in every example of the document', (_name, id, status, value) => {
    const operation = operations.find((one) => one.id === id);
    const write = jsonWriter(operation?.responses[status]?.content['application/json']);
    expect(write(value)).toBe(JSON.stringify(value));
  });

  test('a value of a class that serializes itself, such as a Date', () => {
    const body = { ...member, city: new Date(0) };
    expect(writeMember(body)).toBe(JSON.stringify(body));
    expect(JSON.parse(writeMember({ ...body, more: 1 }))).toMatchObject({
      city: '1970-01-01T00:00:00.000Z',
    });
  });

  test('what the document leaves open', () => {
    const body = { payload: { any: { thing: 1 } }, list: [{ a: 1 }] };
    for (const schema of [
      { type: 'object' },
      { type: 'object', properties: { payload: { type: 'object' }, list: { type: 'array' } } },
      { type: 'object', properties: { list: {} }, additionalProperties: true },
      { anyOf: [{ type: 'object', properties: { list: {} } }, { type: 'object' }] },
      {},
    ]) {
      expect(jsonWriter(schema)(body)).toBe(JSON.stringify(body));
    }
  });

  test('a field named __proto__ in a map', () => {
    const write = jsonWriter({
      type: 'object',
      additionalProperties: { type: 'object', properties: { id: {} } },
    });
    const body = JSON.parse('{"__proto__":{"id":1,"more":2},"a":{"id":3}}');
    expect(write(body)).toBe('{"__proto__":{"id":1},"a":{"id":3}}');
  });

  test('a text that is serialized already', () => {
    expect(writeMember(new RenderedJson('{"passwordHash":1}'))).toBe('{"passwordHash":1}');
  });
});
