import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { operations } from '../index.ts';
import { jsonWriter } from './json-writer.ts';

describe('a body is written as JSON.stringify writes it', () => {
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
  )('every example of the document', (_name, id, status, value) => {
    const operation = operations.find((one) => one.id === id);
    const write = jsonWriter(operation?.responses[status]?.content['application/json']);
    expect(write(value)).toBe(JSON.stringify(value));
  });

  test('a map with a field named __proto__, without undeclared fields', () => {
    const write = jsonWriter({
      type: 'object',
      additionalProperties: { type: 'object', properties: { id: {} } },
    });
    const body = JSON.parse('{"__proto__":{"id":1,"more":2},"a":{"id":3}}');
    expect(write(body)).toBe('{"__proto__":{"id":1},"a":{"id":3}}');
  });
});
