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

/** Every example of the contract by its name, as its file has it. */
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

/** Puts a value in the place of an example's. */
export function writeExample(name: string, value: Json): void {
  const path = join(folder, `${name}.yaml`);
  writeFileSync(path, withValue(readFileSync(path, 'utf8'), value));
}

/** The text of an example's file with another value; whatever else it says stays as it is. */
export function withValue(text: string, value: Json): string {
  const document = parseDocument(text);
  document.set('value', renewed(document.get('value', true), value));
  return document.toString({ lineWidth: 100, singleQuote: true, flowCollectionPadding: false });
}

/** A node of the value. What is as it was keeps how it was written, comments included. */
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

// Other readers of YAML take a plain time for something else than text.
const startsWithDigit = /^\d/;

function newScalar(value: Json): Scalar {
  const scalar = new Scalar(value);
  if (typeof value === 'string' && startsWithDigit.test(value)) scalar.type = Scalar.QUOTE_SINGLE;
  return scalar;
}
