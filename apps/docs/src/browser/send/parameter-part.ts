import { create, labelled, type Part } from './elements.ts';
import type { FilledIn } from './request.ts';
import type { SendableOperation } from './sendable-operation.ts';

/** The parameters: first those that the example has, then the others, folded. */
export function parameterPart({ parameters }: SendableOperation): Part<FilledIn['parameters']> {
  const fields = parameters.map((parameter) => ({
    ...parameter,
    input: create('input', {
      value: parameter.isFilledIn ? parameter.example : '',
      placeholder: parameter.example,
      autocomplete: 'off',
      spellcheck: false,
    }),
  }));
  const labels = (areShown: boolean) =>
    fields
      .filter(({ isFilledIn }) => isFilledIn === areShown)
      .map(({ name, input, required }) => labelled(required ? `${name} (required)` : name, input));
  const [shown, folded] = [labels(true), labels(false)];
  const summary = create(
    'summary',
    {},
    `${folded.length} optional ${folded.length === 1 ? 'parameter' : 'parameters'}`,
  );
  const details = create('details', {}, summary, ...folded);
  return {
    elements: folded.length === 0 ? shown : [...shown, details],
    read: () => Object.fromEntries(fields.map(({ name, input }) => [name, input.value])),
  };
}
