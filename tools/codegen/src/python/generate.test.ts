import { catalogue } from '@partner-rating/spec/catalogue';
import { clientContract as contract } from '@partner-rating/spec/contract';
import type { Operation } from '@partner-rating/spec/document';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { callExample } from './call-example.ts';
import { pythonFiles } from './index.ts';
import { call, docstring, literal } from './literal.ts';
import { typeOf } from './models.ts';
import { snakeCase, withPythonNames } from './names.ts';

const files = pythonFiles(contract, catalogue, '1.2.3');

describe('generated modules', () => {
  it('contain a type for each schema', () => {
    for (const name of Object.keys(contract.schemas)) {
      expect(files['models.py']).toMatch(new RegExp(`^(class ${name}\\(|${name}: TypeAlias)`, 'm'));
    }
  });

  it('take the native values that the client writes as text', () => {
    expect(files['models.py']).toContain('MatchDate: TypeAlias = "str | date | datetime"');
    const [, request] =
      /^class AuthorizationRequest\(.*\n([\s\S]*?)^class /m.exec(files['models.py'] ?? '') ?? [];
    expect(request).toContain('    scope: NotRequired[str | Sequence[str]]\n');
    expect(files['matches.py']).toContain('        from_: str | date | None = None,');
    expect(files['members.py']).toContain('        since: str | datetime | None = None,');
  });
});

describe('names', () => {
  testRows([
    ['minRating', 'min_rating'],
    ['getEndpoint', 'get_endpoint'],
    ['from', 'from_'],
    ['redirect_uri', 'redirect_uri'],
  ])('are Python names', (name, python) => {
    expect(snakeCase(name)).toBe(python);
  });

  it('of operations in a text are Python names, and fields keep theirs', () => {
    expect(withPythonNames('See `members.listMatches` and `status.isConnected`.')).toBe(
      'See `members.list_matches` and `status.isConnected`.',
    );
    for (const { id } of contract.operations().filter(({ isCalled }) => isCalled)) {
      const [resource = '', method = ''] = id.split('.');
      expect(withPythonNames(`\`${id}\``)).toBe(`\`${resource}.${snakeCase(method)}\``);
    }
  });
});

describe('a literal', () => {
  it('is written on one line if it is short, and otherwise on several', () => {
    expect(literal({ a: null, b: [true, 1.5] })).toBe('{"a": None, "b": [True, 1.5]}');
    expect(literal({ text: 'x'.repeat(90) })).toBe(`{\n    "text": "${'x'.repeat(90)}",\n}`);
  });

  it('of a call with long arguments has each on its own line', () => {
    expect(call('f', ['1', '2'])).toBe('f(1, 2)');
    expect(call('f', ['1', 'x'.repeat(90)])).toBe(`f(\n    1,\n    ${'x'.repeat(90)},\n)`);
  });

  it('of a docstring does not end it early', () => {
    expect(docstring('A """ and a \\d.', '')).toEqual([`"""A ''' and a \\\\d."""`]);
  });
});

describe('a type', () => {
  testRows([
    [{ type: 'string', enum: ['a', 'b'] }, 'Literal["a", "b"]'],
    [{ type: 'string', 'x-extensible-enum': ['a'] }, 'Literal["a"] | str'],
    [{ type: ['integer', 'null'] }, 'int | None'],
    [{ type: 'array', items: { type: 'array', items: { type: 'number' } } }, 'list[list[float]]'],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'dict[str, bool]'],
    [{ anyOf: [{ $ref: '#/components/schemas/Member' }, { type: 'null' }] }, 'Member | None'],
    [{ oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Member' }] }, 'str | Member'],
  ])('matches its schema', (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  it('without an equivalent in Python is refused', () => {
    expect(() => typeOf({})).toThrow('There is no Python type');
  });
});

describe('an example', () => {
  const example = (id: string) => callExample(contract, contract.operation(id) as Operation);

  it('of a list prints its entries', () => {
    expect(example('members.search')).toMatch(
      /^for player in client\.members\.search\(.*\):\n {4}print/,
    );
  });

  it('of an operation without an answer is only the call', () => {
    expect(example('webhooks.deleteEndpoint')).toMatch(
      /^client\.webhooks\.delete_endpoint\("whe_\w+"\)$/,
    );
  });

  it('of an operation with path parameters and a body has both', () => {
    expect(example('matches.void')).toMatch(
      /^answer = client\.matches\.void\(\n {4}"mat_\w+",\n {4}\{/,
    );
  });
});
