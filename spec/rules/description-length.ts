import type { Rule } from './rule.ts';

/** Editors and agents show the whole description of an operation, so a long one hides the important parts. */
const maxLength = 1_500;

export const descriptionLength: Rule = () => ({
  Operation({ description = '' }, { report, location }) {
    if (description.length <= maxLength) return;
    report({
      message:
        `The description has ${description.length} characters, and at most ${maxLength} are shown well. Move what a ` +
        'field means to the field, what to do on an error to the description of that response, and the rest to a guide.',
      location: location.child('description'),
    });
  },
});
