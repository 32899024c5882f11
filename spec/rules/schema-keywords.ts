import type { Rule } from './rule.ts';

const map = 'Describe a map by `propertyNames` and `additionalProperties`';
const condition = 'Describe the rule in words, or make a schema for each case';
const bound = 'Write the first value that is allowed as `minimum` or the last as `maximum`';
const named = 'Put the schema in its own file under components/schemas';

/** Keywords that the mock, the generators or both read wrongly, and the form to use instead. */
const instead: Record<string, string> = {
  patternProperties: map,
  prefixItems: 'Use an object with named properties in place of a tuple',
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: it is a JSON Schema keyword, and nothing awaits this table.
  then: condition,
  else: condition,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  writeOnly: 'Make separate schemas for input and output',
  $defs: named,
  definitions: named,
};

export const schemaKeywords: Rule = () => ({
  Schema(schema, { report, location }) {
    for (const keyword of Object.keys(schema)) {
      const advice = instead[keyword];
      if (advice === undefined) continue;
      report({
        message: `\`${keyword}\` is not used in this document. ${advice}.`,
        location: location.child(keyword).key(),
      });
    }
    const { required = [] } = schema;
    const duplicate = required.find((name, index) => required.indexOf(name) !== index);
    if (duplicate !== undefined) {
      report({
        message: `\`required\` names \`${duplicate}\` twice. Delete one of them.`,
        location: location.child('required').key(),
      });
    }
    if (schema.default === null) {
      report({
        message: '`default: null` is not used in this document. Leave `default` out.',
        location: location.child('default').key(),
      });
    }
  },
});
