import type { Rule } from './rule.ts';

const taken = [
  '$ref',
  'default',
  'deprecated',
  'description',
  'examples',
  'summary',
  'x-compatibility',
  'x-deprecated-at',
  'x-sunset',
];

/** `redocly diff` compares only the target of a reference, so it would not notice a changed bound next to it. */
export const referenceSiblings: Rule = () => ({
  ref(reference, { report, location }) {
    for (const keyword of Object.keys(reference)) {
      if (taken.includes(keyword)) continue;
      report({
        message: `\`${keyword}\` must not be next to \`$ref\`. Put it into the schema that the reference names, or make another schema.`,
        location: location.child(keyword).key(),
      });
    }
  },
});
