import type { ListShape, ObjectShape, Shape } from './declared-shape.ts';

/**
 * Compiles a function that returns whether a value has only declared fields. It returns `false` also for an
 * object that serializes itself, such as a `Date`, because its own fields are not sent.
 *
 * It is called for every answer. A closure for each part of the shape would take three times as long, because
 * the code of each closure then sees objects of many forms.
 */
export function compileInclusion(shape: Shape): (value: unknown) => boolean {
  const functions: string[] = [];
  const root = add(shape, functions);
  if (root === null) return () => true;
  return new Function(`${functions.join('\n')}\nreturn ${root};`)();
}

/** Adds the function of a shape, and returns its name; `null` if every value has only declared fields. */
function add(shape: Shape, functions: string[]): string | null {
  if (shape === 'any') return null;
  const code = 'items' in shape ? listCode(shape, functions) : objectCode(shape, functions);
  const name = `includes${functions.length}`;
  functions.push(`function ${name}(value) { ${code} return true; }`);
  return name;
}

const returnUnlessObject = "if (typeof value !== 'object' || value === null) return true;";
const returnIfSerializesItself = "if (typeof value.toJSON === 'function') return false;";

function listCode({ items }: ListShape, functions: string[]): string {
  return [
    returnUnlessObject,
    returnIfSerializesItself,
    'if (!Array.isArray(value)) return true;',
    `for (const item of value) if (!${add(items, functions)}(item)) return false;`,
  ].join(' ');
}

function objectCode({ properties, others }: ObjectShape, functions: string[]): string {
  const cases = [...properties].map(([name, field]) => {
    const label = `case ${JSON.stringify(name)}:`;
    return `${label} ${fieldCode(field, functions)}`;
  });
  const rest = others === undefined ? 'return false;' : fieldCode(others, functions);
  return [
    returnUnlessObject,
    returnIfSerializesItself,
    `for (const name in value) switch (name) { ${cases.join(' ')} default: ${rest} }`,
  ].join(' ');
}

function fieldCode(field: Shape, functions: string[]): string {
  const includes = add(field, functions);
  return includes === null ? 'break;' : `if (!${includes}(value[name])) return false; break;`;
}
