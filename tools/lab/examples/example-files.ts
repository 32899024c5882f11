import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  isMap,
  isScalar,
  isSeq,
  type Node,
  Pair,
  parse,
  parseDocument,
  Scalar,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import { isObject, type Json } from './json.ts';

const specification = dirname(
  createRequire(import.meta.url).resolve('@partner-rating/spec/package.json'),
);
const folder = join(specification, 'components', 'examples');

/** Reads every example of the contract, by name. */
export function readExamples(): Map<string, Json> {
  return new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => {
        const { value } = parse(readFileSync(join(folder, file), 'utf8'));
        return [file.slice(0, -'.yaml'.length), value];
      }),
  );
}

/** Replaces the value of an example in its file. */
export function writeExample(name: string, value: Json): void {
  const path = join(folder, `${name}.yaml`);
  writeFileSync(path, withValue(readFileSync(path, 'utf8'), value));
}

/** Returns the text of an example's file with another value. The rest of the text stays. */
export function withValue(text: string, value: Json): string {
  const document = parseDocument(text);
  document.set('value', renewed(document.get('value', true), value));
  return document.toString({ lineWidth: 100, singleQuote: true, flowCollectionPadding: false });
}

/** Returns the YAML node of a value. Unchanged parts keep their comments and their style. */
function renewed(before: unknown, value: Json): Node {
  if (Array.isArray(value)) {
    const list = isSeq<Node>(before) ? before : new YAMLSeq<Node>();
    const isNew = list.items.length === 0 || value.length === 0;
    if (isNew) list.flow = value.every((item) => typeof item === 'number');
    list.items = value.map((item, index) => renewed(list.items[index], item));
    return list;
  }
  if (isObject(value)) {
    const map = isMap<Scalar, Node>(before) ? before : new YAMLMap<Scalar, Node>();
    map.items = Object.entries(value).map(([key, item]) => {
      const pair = map.items.find((candidate) => candidate.key.value === key);
      return new Pair(pair?.key ?? new Scalar(key), renewed(pair?.value, item));
    });
    return map;
  }
  return isScalar(before) && before.value === value ? before : newScalar(value);
}

// Quote times, because some YAML readers would parse them as dates.
const startsWithDigit = /^\d/;

function newScalar(value: Json): Scalar {
  const scalar = new Scalar(value);
  if (typeof value === 'string' && startsWithDigit.test(value)) scalar.type = Scalar.QUOTE_SINGLE;
  return scalar;
}
